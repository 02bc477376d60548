import Foundation

// UIKit and AppKit give IndexPath these members, but not on watchOS; elsewhere this file does, so that view models and tests read alike.
#if !canImport(AppKit) && (!canImport(UIKit) || os(watchOS))
  extension IndexPath {
    /// Creates the index path of an item in a section.
    public init(item: Int, section: Int) { self.init(section, item) }
    /// The position of the section.
    public var section: Int { self[0] }
    /// The offset of the item in its section.
    public var item: Int { self[1] }
  }
#endif

extension IndexPath {
  /// The index path of an offset in the section at a position. A literal would do, but makes an array on its way, and takes
  /// three times as long: for a batch of thousands, and for each question of a cell, that is noticed.
  @inlinable
  init(_ position: Int, _ offset: Int) { self = IndexPath(index: position).appending(offset) }
}
