import ListEngine
import ListTesting

/// The strict list view, with hooks around what is done to it, and a log of what it is told.
@MainActor
package final class WatchedView: ListView {
  package let strict: StrictListView
  private let model: Counted
  private var hasCounted = false
  private var early: [String] = []
  package private(set) var log: [String] = []
  /// Batches opened and not completed, now and at most: law 2 asks for one at most.
  package private(set) var open = 0
  package private(set) var mostOpen = 0
  /// True from before an update opens until its change has been made.
  package private(set) var isInUpdate = false
  package var beforeCount: () -> Void = {}
  package var beforeCommit: () -> Void = {}
  package var afterUpdate: () -> Void = {}

  /// - Parameter completesAtOnce: whether an update is over when its block returns, as with animations off.
  package init(_ model: any ListDataSource, completesAtOnce: Bool = false) {
    self.model = Counted(model)
    strict = .manual(self.model)
    if completesAtOnce { strict.animation = .none }
    LeavesNothing.note("view", self)
  }

  /// What it believes in; nothing before it has counted.
  package var counts: [Int] {
    hasCounted ? (0..<strict.numberOfSections).map { strict.numberOfItems(inSection: $0) } : []
  }
  /// What a real list view would throw, and each update that began with other counts than the model's.
  package var violations: [String] { early + strict.violations }

  package func reloadAndCount() {
    beforeCount()
    strict.reloadAndCount()
    hasCounted = true
    log.append("reload \(counts)")
  }

  package func performUpdate(
    animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
  ) {
    open += 1
    mostOpen = max(open, mostOpen)
    isInUpdate = true
    beforeCommit()
    if counts != model.counts { early.append("the model has \(model.counts), the view \(counts)") }
    strict.performUpdate(animated: animated) {
      let update = commit()
      self.isInUpdate = false
      switch update {
      case .insert(let indexPaths): self.log.append("insert \(indexPaths.count)")
      case .reload(let section): self.log.append("reload section \(section)")
      case .batch: self.log.append("batch")
      case nil: self.log.append("nothing")
      }
      return update
    } completion: { [weak self] in
      self?.open -= 1
      completion()
    }
    afterUpdate()
  }

  /// Inserts an item of the first section itself, as a drop does.
  package func insertsItself() {
    model.droppedItems = 1
    strict.reloadAndCount()
    model.droppedItems = 0
    log.append("itself \(counts)")
  }

  /// Ends every animation that has begun.
  package func finish() {
    for _ in 0..<strict.runningAnimations { strict.finishNextAnimation() }
  }

  /// The model's counts, and the items that a user has dropped and the model does not have yet.
  private final class Counted: ListDataSource {
    private let model: any ListDataSource
    var droppedItems = 0
    init(_ model: any ListDataSource) { self.model = model }
    var numberOfSections: Int { model.numberOfSections }
    func numberOfItems(inSection section: Int) -> Int {
      model.numberOfItems(inSection: section) + (section == 0 ? droppedItems : 0)
    }
    var counts: [Int] { (0..<numberOfSections).map { numberOfItems(inSection: $0) } }
  }
}
