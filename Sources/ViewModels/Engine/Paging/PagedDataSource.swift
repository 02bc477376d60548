import Foundation
import Reactive

/// Answers what a list view asks of a view model, and passes on what the view says: what each screen writes otherwise.
///
/// For `UICollectionView` there is `PagedCollectionDataSource`, which has UIKit's methods. For another list view call these from
/// that view's own:
/// ```swift
/// let dataSource = PagedDataSource<String, Post, MyListView, String>(viewModel) { view, indexPath, row in
///   switch row {
///   case .item(let post): post.title
///   case .placeholder: "…"
///   case .failed(_, let error): error.description
///   case .loading, .empty, .finished: ""
///   }
/// }
/// dataSource.bind(to: view)
/// ```
/// - Cells are made from rows. Making one says that it is about to be displayed, so that the next page is asked for.
/// - Sections whose headers have been shown tell of a new state or count; see ``sectionHasChanged(_:at:)``.
/// - While the view is in the user's hands, the gate is paused. A move that the view has made is taken over.
/// - Nothing traps: a list view may ask late for what has gone. A section that is not there is empty, and what does not stand
///   anywhere is a placeholder.
///
/// A subclass changes what it likes. The data source holds the list and its binding, and the view holds neither.
@MainActor
open class PagedDataSource<
  SectionID: Hashable & Sendable, Element: Identifiable & Equatable & Sendable, View: ListView, Cell
>: NSObject, ListDataSource where Element.ID: Sendable {
  /// Makes a cell for what stands at an index path.
  public typealias MakeCell = @MainActor (_ view: View, _ indexPath: IndexPath, _ row: Row<Element>) -> Cell

  /// The list that is shown.
  public let pages: PagedList<SectionID, Element>
  /// The view that is bound.
  public private(set) weak var view: View?
  private let makeCell: MakeCell
  private var tokens: [AnyCancellable] = []
  /// What was last said of the sections whose headers have been asked for.
  private var headers: [SectionID: (state: LoadState, count: Int)] = [:]
  private var pause: SerialGate.Hold?
  private var hasBegun = false

  /// How often a view that is in the user's hands is looked at. None of Apple's methods says when its last uncommitted
  /// update has gone; a tenth of a second is not noticed after a drop.
  private static var interval: Duration { .milliseconds(100) }

  /// Creates a data source that no view is bound to yet.
  /// - Parameters:
  ///   - viewModel: What is shown. Its list is held.
  ///   - makeCell: Makes a cell. It is kept, so what it captures may not hold the data source.
  public init(_ viewModel: some PagedListViewModel<SectionID, Element>, cell makeCell: @escaping MakeCell) {
    pages = viewModel.pages
    self.makeCell = makeCell
    super.init()
  }

  /// Binds a view, as ``GatedList/bind(to:below:animated:)`` does, until another one is bound or the data source has gone.
  open func bind(to view: View, animated: Bool = true) {
    self.view = view
    headers = [:]
    tokens = [
      pages.bind(to: view, animated: animated),
      pages.updates.sink { [weak self] in self?.tellHeaders(of: $0.sections) },
      pages.loadStates.sink { [weak self] section, _ in self?.tellHeader(of: section) },
    ]
  }

  // MARK: - What the view asks

  /// The number of sections.
  public var numberOfSections: Int { pages.numberOfSections }

  /// Returns the number of items, placeholders and rows in the section at this position; 0 if there is none.
  public func numberOfItems(inSection section: Int) -> Int {
    self.section(at: section).map(pages.numberOfItems(in:)) ?? 0
  }

  /// Returns the section at this position; nil if there is none.
  func section(at position: Int) -> SectionID? {
    (0..<numberOfSections).contains(position) ? pages.section(at: position) : nil
  }

  /// Returns what stands at an index path; nil where nothing stands.
  func row(at indexPath: IndexPath) -> Row<Element>? {
    (0..<numberOfItems(inSection: indexPath[0])).contains(indexPath[1]) ? pages.row(at: indexPath) : nil
  }

  /// Returns the cell for an index path, and says that it is about to be displayed.
  public func cell(in view: View, at indexPath: IndexPath) -> Cell {
    wantsPages(around: [indexPath])
    return makeCell(view, indexPath, row(at: indexPath) ?? .placeholder)
  }

  /// Returns the section that a header stands above. From now on ``sectionHasChanged(_:at:)`` hears of that section.
  public func sectionOfHeader(at position: Int) -> SectionID? {
    guard let section = section(at: position) else { return nil }
    headers[section] = facts(of: section)
    return section
  }

  /// Called in the turn in which the state or the count of a section has changed whose header was asked for. Configure the
  /// header again that stands at this position, if it is on the screen.
  open func sectionHasChanged(_ section: SectionID, at position: Int) {}

  private func facts(of section: SectionID) -> (LoadState, Int) {
    (pages.state(of: section), pages.numberOfItems(in: section))
  }

  /// - Parameter positions: Of the sections in which items have come or gone; nil for all.
  private func tellHeaders(of positions: Set<Int>?) {
    if let positions {
      for position in positions { section(at: position).map(tellHeader) }
    } else {
      for section in headers.keys { tellHeader(of: section) }
    }
  }

  private func tellHeader(of section: SectionID) {
    let new = facts(of: section)
    guard let old = headers[section], new != old, let position = pages.items.position(of: section) else { return }
    headers[section] = new
    sectionHasChanged(section, at: position)
  }

  // MARK: - What the view says

  /// Call this when the view expects to show these index paths soon.
  public func prefetch(at indexPaths: [IndexPath]) {
    wantsPages(around: indexPaths)
    prefetch(items(at: indexPaths))
  }

  /// Called with items whose cells are expected soon, for an app to load their images.
  open func prefetch(_ items: [Element]) {}

  /// Call this when the view does not expect to show these index paths any more.
  public func cancelPrefetching(at indexPaths: [IndexPath]) { cancelPrefetching(items(at: indexPaths)) }

  /// Called with items whose cells are not expected any more.
  open func cancelPrefetching(_ items: [Element]) {}

  private func items(at indexPaths: [IndexPath]) -> [Element] { indexPaths.compactMap { pages.item(at: $0) } }

  /// A turn later, because a header hears at once that a page is asked for, and a view that is asking for a cell may not be told
  /// of anything.
  private func wantsPages(around indexPaths: [IndexPath]) {
    for path in indexPaths where pages.item(at: path) != nil { pages.willDisplay(path, asksLater: true) }
  }

  // MARK: - What the user holds

  /// Returns whether a user may move what stands at an index path; only items can be moved.
  public func canMove(at indexPath: IndexPath) -> Bool {
    guard case .item(let item)? = row(at: indexPath), canMove(item) else { return false }
    // A move in a section with an order of its own would change nothing that is shown.
    if pages.shown.isOrdered(pages.section(at: indexPath[0])) { return false }
    // The view is in the user's hands when it has asked, if at all.
    Task { [weak self] in if self?.isHeld == true { self?.interactionBegins() } }
    return true
  }

  /// Returns whether a user may move an item; false unless a subclass says otherwise.
  open func canMove(_ item: Element) -> Bool { false }

  /// Takes over a move that the view has made itself. Override it to send the move, with
  /// ``PagedList/moveItem(at:to:madeBy:sending:)``.
  open func move(from source: IndexPath, to destination: IndexPath, in view: View) {
    pages.moveItem(at: source, to: destination, madeBy: view)
  }

  /// Returns whether a view is in the user's hands, so that it may not be told of anything.
  open func isInteracting(_ view: View) -> Bool { false }

  private var isHeld: Bool { view.map(isInteracting) ?? false }

  /// Pauses the gate for as long as ``isInteracting(_:)`` says so, and for a tenth of a second at least. Call this when a drag
  /// begins.
  public func interactionBegins() {
    hasBegun = true
    guard pause == nil else { return }
    pause = pages.gate.pause()
    Task { [weak self, clock = pages.clock] in
      while self?.goesOn() == true { try? await clock.sleep(for: Self.interval) }
    }
  }

  private func goesOn() -> Bool {
    if hasBegun || isHeld {
      hasBegun = false
      return true
    }
    pause.take()?.release()
    return false
  }
}
