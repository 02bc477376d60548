import Foundation
import ListEngine
import Reactive

/// A list view in a browser: it is told each change, and says when the animation is over.
@MainActor
final class Phone: ListView {
  enum Name: String, Codable { case left, right, yours }

  /// How long an animation may take to be reported. A page that is slower than this is let go of.
  static let patience = Duration.seconds(5)

  let name: Name
  /// In milliseconds.
  var animation = 300
  private let titles: [String]
  private let row: (IndexPath) -> Message.Row?
  private unowned let source: any ListDataSource
  private unowned let page: Session
  private var lastChange = 0
  /// The change whose animation runs.
  private var current: (number: Int, deadline: any Cancellable, completion: @MainActor () -> Void)?

  /// - Parameter row: returns what stands at an index path; nil where the model has gone on and nothing does.
  init(
    _ name: Name, of source: any ListDataSource, titles: [String], on page: Session,
    row: @escaping (IndexPath) -> Message.Row?
  ) {
    (self.name, self.source, self.titles, self.page, self.row) = (name, source, titles, page, row)
  }

  private var counts: [Int] { titles.indices.map { source.numberOfItems(inSection: $0) } }

  func reloadAndCount() {
    page.send(
      .reload(phone: name, titles: titles, rows: counts.enumerated().map { s, n in (0..<n).map { row([s, $0]) } }))
  }

  func performUpdate(
    animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
  ) {
    var batch = ListBatch()
    switch commit() {
    case .insert(let paths)?: batch.insertedItems = paths
    case .batch(let all)?: batch = all
    case .reload?:
      reloadAndCount()
      return completion()
    case nil: return
    }
    lastChange += 1
    let cells = { (paths: [IndexPath]) in paths.map { Message.Cell(path: Array($0), row: self.row($0)) } }
    page.send(
      .update(
        phone: name, number: lastChange, animation: animated ? animation : 0, counts: counts,
        deletes: batch.deletedItems.map(Array.init), inserts: cells(batch.insertedItems),
        moves: batch.movedItems.map { [Array($0.from), Array($0.to)] },
        changes: cells(batch.reloadedItems + batch.reconfiguredItems)))
    guard animated, animation > 0, !page.isGone else { return completion() }
    let deadline = page.scheduler.schedule(after: Self.patience) { [weak page] in
      MainActor.assumeIsolated { page?.letGo() }
    }
    current = (lastChange, deadline, completion)
  }

  /// The page says that this change's animation is over; without a number, nobody looks any more.
  func animationEnded(of number: Int? = nil) {
    guard let ended = current, number == nil || number == ended.number else { return }
    current = nil
    ended.deadline.cancel()
    ended.completion()
  }
}
