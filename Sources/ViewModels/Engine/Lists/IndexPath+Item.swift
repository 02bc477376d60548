import Foundation

// UIKit and AppKit give IndexPath these members, but not on watchOS; elsewhere this file does, so that view models and tests read alike.
#if !canImport(AppKit) && (!canImport(UIKit) || os(watchOS))
  extension IndexPath {
    /// Creates the index path of an item in a section.
    public init(item: Int, section: Int) { self = [section, item] }
    /// The position of the section.
    public var section: Int { self[0] }
    /// The offset of the item in its section.
    public var item: Int { self[1] }
  }
#endif
