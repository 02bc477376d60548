import Foundation

/// Takes the process its descriptors, for seconds at a time: what is open stays, and hardly anything can be opened.
enum Spells {
  /// How often that was done.
  @MainActor private(set) static var count = 0

  @MainActor
  static func run(using random: inout SeededGenerator) async throws {
    var limit = rlimit()
    guard getrlimit(files, &limit) == 0 else { throw POSIXError(.EINVAL) }
    let most = limit.rlim_cur
    while true {
      try await Task.sleep(for: .milliseconds(.random(in: 10_000...30_000, using: &random)))
      limit.rlim_cur = rlim_t(Meters.descriptors)
      guard setrlimit(files, &limit) == 0 else { throw POSIXError(.EINVAL) }
      count += 1
      defer {
        limit.rlim_cur = most
        setrlimit(files, &limit)
      }
      try await Task.sleep(for: .milliseconds(.random(in: 500...2_500, using: &random)))
    }
  }
}

#if canImport(Glibc)
  private let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#else
  private let files = RLIMIT_NOFILE
#endif
