// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

// What this package uses of Apple's C library under other names than Linux's.
@_exported import Glibc

// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/stat.2.html
extension stat {
  public var st_mtimespec: timespec { st_mtim }
}

// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/getsockopt.2.html
public let SO_NOSIGPIPE: Int32 = 0x1022

// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fcntl.2.html
public let F_FULLFSYNC: Int32 = 51
