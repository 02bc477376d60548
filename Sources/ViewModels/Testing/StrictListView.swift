import Foundation
import ListEngine
import Reactive

/// A list view without pixels that counts as UICollectionView and UITableView count, and objects where they throw.
///
/// Use it in unit tests, on any platform: it needs neither a window nor UIKit. Its methods have UICollectionView's
/// names. It asks its data source for counts when the real views do, checks every update by their rules and in their
/// order, and reports a violation in their words.
///
/// ```swift
/// @Test("an order that comes in while another is deleted breaks nothing")
/// @MainActor func orders() {
///   let model = OrderList(orders: ["a", "b", "c"])          // your model: a ListDataSource
///   let view = StrictListView(dataSource: model) { model.orders[$0.item] }
///   view.onViolation = { Issue.record("\($0)") }
///   view.layoutIfNeeded()                                    // counts, and draws a, b, c
///
///   view.performBatchUpdates {
///     model.orders = ["b", "c", "d"]
///     view.deleteItems(at: [[0, 0]])                         // where it was
///     view.insertItems(at: [[0, 2]])                         // where it is
///   }
///
///   #expect(view.discrepancies == [])                        // it shows what the model holds
///   #expect(view.text == "section 0: 3 items\n  0 b\n  1 c\n  2 d")
/// }
/// ```
/// Had the test forgotten the delete, it would read: *Invalid update: invalid number of items in section 0.  The
/// number of items contained in an existing section after the update (3) must be equal to ...* Had it deleted item 1
/// instead, the counts would agree, and ``discrepancies`` would say that `a` stands where the model has `b`.
///
/// A view model of this package is bound with one line, as to a real view: `viewModel.bind(to: view)`.
///
/// ## When it counts
/// - ``reloadData()`` only invalidates. Counts are read at ``layoutIfNeeded()``, when one is asked for, or when a
///   batch opens. There is no run loop here: call `layoutIfNeeded()` where a screen would lay itself out.
/// - A batch reads "before" when it opens, and only if its counts are stale; "after" once, when the outermost batch
///   closes. Nested batches add to the outer one.
/// - An insert, delete, move or reload outside of a batch is a batch of one: if the model has changed already and the
///   view had not counted, both reads see the changed model, and it throws.
///
/// ## How far this can be trusted
/// The rules and texts come from Apple's documentation, its engineers' answers, public crash reports and projects that
/// tested against UIKit. They were not compared with a running UIKit by this package, which is built and tested on
/// Linux. The texts are those of UIKit's exceptions as these sources quote them: the ones up to iOS 16.3, and on
/// request those of later systems, see ``system-swift.property``; systems of today append a description of the view, which
/// this one leaves out. Three things go further than UIKit, in words that say so: places given twice are refused, but in a
/// section that comes, goes or is reloaded with the batch, where they change no count; ``warnings`` names batches that add up
/// and have crashed it; and batches that overlap are a violation, which it accepts in silence.
@MainActor
public final class StrictListView {
  /// Whose words are used.
  public enum Kind: Sendable {
    /// UICollectionView: items.
    case collectionView
    /// UITableView: rows.
    case tableView
  }

  /// Which systems' words are used for counts that don't add up.
  public enum System: Sendable {
    /// Systems up to iOS 16.3: *Invalid update: invalid number of items in section 0. …*
    case iOS15
    /// Systems from iOS 16.4 on: *Invalid batch updates detected: …*, with all counts and updates, if a total has changed; the older words
    /// otherwise. When which of the two is used was inferred from public crash reports.
    case iOS17
  }

  /// When the animation of a batch ends. A batch that asks for nothing has none, and is over when it closes.
  public enum Animation: Sendable {
    /// Before the call that closes the batch returns.
    case none
    /// When this much time has passed on a scheduler: a virtual one in tests, `.main` in a program.
    case after(Duration, on: any Scheduler)
    /// When ``StrictListView/finishNextAnimation(calls:)`` or ``StrictListView/finishAnimations()`` says so.
    case manual
  }

  /// Where the counts come from. It is held strongly, unlike UIKit's.
  public let dataSource: any ListDataSource
  /// Whose words are used; UICollectionView's to begin with.
  public var kind = Kind.collectionView
  /// Which systems' words are used for counts that don't add up; those of the systems that this package requires to
  /// begin with.
  public var system = System.iOS17
  /// When the animations of batches end; at once to begin with. Off screen they always end at once.
  public var animation = Animation.none
  /// Whether the view is in a window. Off screen it counts and checks as on screen, but draws no cells.
  public var isOnScreen = true { didSet { if !isOnScreen { shown = nil } } }
  /// Hears of each violation, in UIKit's words.
  ///
  /// To begin with, it stops the program as UIKit does, with the text in release builds too. If it returns, the view
  /// takes the model's counts and redraws itself, so that one mistake is reported once.
  public var onViolation: @MainActor (String) -> Void = { fatalError($0) }
  /// Whether a batch that adds up, but is known from public crash reports, is a violation and not only a warning.
  public var treatsWarningsAsViolations = false
  /// Hears of each warning, in words of this view's own; standard error to begin with.
  public var onWarning: @MainActor (String) -> Void = { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }

  /// Called by ``scroll(to:)`` for each item that comes into sight.
  public var willDisplay: @MainActor (IndexPath) -> Void = { _ in }
  /// How many items the screen shows; 10 to begin with.
  public var itemsOnScreen = 10

  /// Whether what is shown first stays first on the screen when something comes or goes above it, as the adapters for UIKit
  /// do it; otherwise the screen stays as many items below the top as it was.
  public var keepsPlace = false

  /// All violations so far, in UIKit's words.
  public internal(set) var violations: [String] = []
  /// All warnings so far: batches that add up, and that are known from public crash reports all the same.
  ///
  /// There are three kinds. A section moves to the position that it had, while an item moves out of it; a section moves
  /// and its items change, in an update that inserts a section; and an item moves out of a deleted section or into an
  /// inserted one. A difference of two lists never contains them.
  public internal(set) var warnings: [String] = []
  /// How many batches were opened; nested ones are part of their outermost.
  public internal(set) var batches = 0
  /// How many batches were opened while the animation of an earlier one was still running.
  public internal(set) var overlappingBatches = 0
  /// Whether a batch that is opened while another is being animated is let pass, as UIKit lets it, to see where that leads.
  /// To begin with it is a violation.
  public var acceptsOverlaps = false

  let cell: (@MainActor (IndexPath) -> String)?
  /// Items in each section as last read; nil while a reload is unresolved.
  var counts: [Int]?
  /// Nil until laid out.
  var shown: ShownCells?
  var openBatch: OpenBatch?
  var running: [RunningAnimation] = []
  /// How many items are above the screen, as the last scroll has left it.
  var itemsAbove = 0
  /// What the last scroll has shown.
  var itemsInSight: Set<IndexPath> = []
  /// False inside an update without animation.
  var animates = true

  /// A view that has not counted yet.
  /// - Parameters:
  ///   - dataSource: Answers for the counts.
  ///   - cell: Draws the item at an index path as text. The view keeps the text as a list view keeps its cells. Without
  ///     it, the cells of a `PagedListViewModel` are its items' ids; of any other data source only counts are checked.
  public init(dataSource: any ListDataSource, cell: (@MainActor (IndexPath) -> String)? = nil) {
    self.dataSource = dataSource
    self.cell = cell ?? (dataSource as? any PagedListViewModel).map { Self.ids(of: $0) }
  }

  private static func ids(of viewModel: some PagedListViewModel) -> @MainActor (IndexPath) -> String {
    { indexPath in
      switch viewModel.row(at: indexPath) {
      case .item(let item): "\(item.id)"
      case .placeholder: "placeholder"
      case .loading(let page): "loading page \(page)"
      case .failed(let page, let error): "page \(page) failed: \(error)"
      case .empty: "empty"
      case .finished: "finished"
      }
    }
  }

  // MARK: Counting

  /// Invalidates counts and cells; they are read again later. Inside a batch it takes effect when the batch closes.
  public func reloadData() {
    if openBatch != nil {
      openBatch?.isFollowedByReload = true
    } else {
      counts = nil
      shown = nil
      itemsInSight = []
    }
  }

  /// Counts and draws what is stale. Inside a batch it does nothing.
  public func layoutIfNeeded() {
    guard openBatch == nil else { return }
    let counts = countsReadIfStale()
    if shown == nil, isOnScreen, let cell { shown = ShownCells(counts: counts, cell: cell) }
  }

  /// The number of sections the view believes in; asks the data source if that is stale.
  public var numberOfSections: Int { countsReadIfStale().count }

  /// The number of items the view believes in; asks the data source if that is stale.
  /// - Precondition: There is such a section.
  public func numberOfItems(inSection section: Int) -> Int { countsReadIfStale()[section] }

  @discardableResult
  func countsReadIfStale() -> [Int] {
    if let counts { return counts }
    let read = modelCounts()
    counts = read
    return read
  }

  func modelCounts() -> [Int] {
    (0..<dataSource.numberOfSections).map { dataSource.numberOfItems(inSection: $0) }
  }
}
