// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The signatures of AppKit that this package, its tests and its documentation use. The methods only note that they were
// called. ANNOTATED gives completion closures the annotations of newer SDKs.
@_exported import AppleFoundation

#if ANNOTATED
  public typealias UpdateCompletion = @MainActor @Sendable (Bool) -> Void
#else
  public typealias UpdateCompletion = (Bool) -> Void
#endif

// https://developer.apple.com/documentation/foundation/nsindexpath/item (from macOS 10.11 on)
extension IndexPath {
  public init(item: Int, section: Int) { self = [section, item] }
  public var section: Int { self[0] }
  public var item: Int { self[1] }
}

// https://developer.apple.com/documentation/appkit/nsresponder
@MainActor open class NSResponder: NSObject {}

// https://developer.apple.com/documentation/appkit/nsview
@MainActor open class NSView: NSResponder {
  /// The calls so far.
  public var calls: [String] = []
  public override init() {}
  // https://developer.apple.com/documentation/appkit/nsview/init(frame:)
  public init(frame frameRect: NSRect) {}
  // https://developer.apple.com/documentation/appkit/nsview/layoutsubtreeifneeded()
  open func layoutSubtreeIfNeeded() { calls.append("layoutSubtreeIfNeeded") }
  /// Whether `window` has something; a stub of the test's.
  public var isInWindow = true
  // https://developer.apple.com/documentation/appkit/nsview/window
  open var window: NSWindow? { isInWindow ? NSWindow() : nil }
  /// Whether the next batch is asked for through the animator; a stub of the test's.
  fileprivate var isAnimator = false
  // https://developer.apple.com/documentation/appkit/nsanimatablepropertycontainer/animator()
  open func animator() -> Self {
    isAnimator = true
    return self
  }
}

// https://developer.apple.com/documentation/appkit/nsapplication/shared
@MainActor open class NSApplication: NSResponder {
  public static let shared = NSApplication()
}

// https://developer.apple.com/documentation/appkit/nswindow
@MainActor open class NSWindow: NSResponder {
  public struct StyleMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public enum BackingStoreType: UInt, Sendable { case buffered = 2 }
  fileprivate override init() {}
  // https://developer.apple.com/documentation/appkit/nswindow/init(contentrect:stylemask:backing:defer:)
  public init(
    contentRect: NSRect, styleMask style: NSWindow.StyleMask, backing backingStoreType: NSWindow.BackingStoreType,
    defer flag: Bool
  ) {}
  // https://developer.apple.com/documentation/appkit/nswindow/contentview
  open var contentView: NSView? {
    didSet { (oldValue as? NSScrollView)?.documentView?.isInWindow = false }
  }
  // https://developer.apple.com/documentation/appkit/nswindow/isreleasedwhenclosed
  open var isReleasedWhenClosed = true
}

// https://developer.apple.com/documentation/appkit/nsscrollview/documentview
@MainActor open class NSScrollView: NSView {
  open var documentView: NSView?
}

// https://developer.apple.com/documentation/appkit/nsviewcontroller
@MainActor open class NSViewController: NSResponder {
  open var view = NSView()
  open func loadView() {}
}

// https://developer.apple.com/documentation/appkit/nsanimationcontext
open class NSAnimationContext: NSObject {
  // https://developer.apple.com/documentation/appkit/nsanimationcontext/current
  nonisolated(unsafe) public private(set) static var current = NSAnimationContext()
  // https://developer.apple.com/documentation/appkit/nsanimationcontext/duration
  open var duration: TimeInterval = 0.25
  // https://developer.apple.com/documentation/appkit/nsanimationcontext/allowsimplicitanimation
  open var allowsImplicitAnimation = false
  // https://developer.apple.com/documentation/appkit/nsanimationcontext/runanimationgroup(_:)
  public class func runAnimationGroup(_ changes: (NSAnimationContext) -> Void) {
    let outer = current
    current = NSAnimationContext()
    changes(current)
    current = outer
  }
}

// https://developer.apple.com/documentation/appkit/nsuserinterfaceitemidentifier
public struct NSUserInterfaceItemIdentifier: Hashable, Sendable {
  public init(_ rawValue: String) {}
}

// https://developer.apple.com/documentation/appkit/nscollectionviewitem
@MainActor open class NSCollectionViewItem: NSViewController {}

// https://developer.apple.com/documentation/appkit/nscollectionviewlayout
@MainActor open class NSCollectionViewLayout: NSObject {}

// https://developer.apple.com/documentation/appkit/nscollectionviewflowlayout/itemsize
@MainActor open class NSCollectionViewFlowLayout: NSCollectionViewLayout {
  open var itemSize = NSSize(width: 50, height: 50)
}

// https://developer.apple.com/documentation/appkit/nscollectionviewdatasource
@MainActor public protocol NSCollectionViewDataSource: NSObjectProtocol {
  func numberOfSections(in collectionView: NSCollectionView) -> Int
  func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int
  func collectionView(
    _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
  ) -> NSCollectionViewItem
}

// https://developer.apple.com/documentation/appkit/nscollectionview, each method at its own name below it
@MainActor open class NSCollectionView: NSView {
  private let counter = StubListCounter()
  open weak var dataSource: (any NSCollectionViewDataSource)? {
    didSet {
      counter.read = { [weak self] in
        guard let self, let dataSource else { return nil }
        return (0..<dataSource.numberOfSections(in: self)).map {
          dataSource.collectionView(self, numberOfItemsInSection: $0)
        }
      }
    }
  }
  open var collectionViewLayout: NSCollectionViewLayout?
  open func register(_ itemClass: AnyClass?, forItemWithIdentifier identifier: NSUserInterfaceItemIdentifier) {}
  open func makeItem(
    withIdentifier identifier: NSUserInterfaceItemIdentifier, for indexPath: IndexPath
  ) -> NSCollectionViewItem { NSCollectionViewItem() }
  open func reloadData() {
    calls.append("reloadData")
    counter.reload()
  }
  open var numberOfSections: Int {
    calls.append("numberOfSections")
    return counter.counts.count
  }
  open func numberOfItems(inSection section: Int) -> Int { counter.counts[section] }
  open func insertSections(_ sections: IndexSet) {
    calls.append("insertSections \(text(sections))")
    counter.insert(sections)
  }
  open func deleteSections(_ sections: IndexSet) {
    calls.append("deleteSections \(text(sections))")
    counter.delete(sections)
  }
  open func moveSection(_ section: Int, toSection newSection: Int) {
    calls.append("moveSection \(text(section)) \(text(newSection))")
    counter.move(section, newSection)
  }
  open func reloadSections(_ sections: IndexSet) {
    calls.append("reloadSections \(text(sections))")
    counter.reload(sections)
  }
  open func insertItems(at indexPaths: Set<IndexPath>) {
    calls.append("insertItems \(text(indexPaths))")
    counter.insert(indexPaths)
  }
  open func deleteItems(at indexPaths: Set<IndexPath>) {
    calls.append("deleteItems \(text(indexPaths))")
    counter.delete(indexPaths)
  }
  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    calls.append("moveItem \(text(indexPath)) \(text(newIndexPath))")
    counter.delete([indexPath])
    counter.insert([newIndexPath])
  }
  open func reloadItems(at indexPaths: Set<IndexPath>) { calls.append("reloadItems \(text(indexPaths))") }
  open func performBatchUpdates(_ updates: (() -> Void)?, completionHandler: UpdateCompletion? = nil) {
    let context = NSAnimationContext.current
    let isAnimated = isAnimator || context.duration > 0 && context.allowsImplicitAnimation
    isAnimator = false
    calls.append(isAnimated ? "open" : "open unanimated")
    counter.perform { updates?() }
    calls.append("close")
    completionHandler?(true)
  }
}

private func text(_ sections: IndexSet) -> String { text(Array(sections)) }
private func text(_ indexPaths: [IndexPath]) -> String { text(indexPaths.map { text($0) }) }
private func text(_ indexPaths: Set<IndexPath>) -> String { text(indexPaths.sorted()) }
private func text(_ indexPath: IndexPath) -> String { "\(indexPath.section)-\(indexPath.item)" }
private func text(_ places: [some Any]) -> String { places.map { "\($0)" }.joined(separator: ",") }
private func text(_ section: Int) -> String { "\(section)" }
