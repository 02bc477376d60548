import ListEngine

/// A list view that only counts, with hooks around its update block. It logs what it is told and what does not fit.
@MainActor
package final class CountingView: ListView {
  private let model: any ListDataSource
  package private(set) var counts: [Int] = []
  package private(set) var log: [String] = []
  /// What a real list view would throw.
  package private(set) var violations: [String] = []
  /// Batches opened and not completed, now and at most: law 2 asks for one at most.
  package private(set) var open = 0
  package private(set) var mostOpen = 0
  /// Whether an update is over when its block returns, as with animations off.
  package var completesAtOnce = false
  /// True while the update block runs.
  package private(set) var isInUpdate = false
  package var beforeCommit: () -> Void = {}
  private var completions: [@MainActor () -> Void] = []
  /// How many animations have begun and not ended.
  package var animations: Int { completions.count }

  package init(_ model: any ListDataSource, completesAtOnce: Bool = false) {
    self.model = model
    self.completesAtOnce = completesAtOnce
    LeavesNothing.note("view", self)
  }

  private var modelCounts: [Int] { (0..<model.numberOfSections).map { model.numberOfItems(inSection: $0) } }

  package func reloadAndCount() {
    counts = modelCounts
    log.append("reload \(counts)")
  }

  package func performUpdate(
    animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
  ) {
    open += 1
    mostOpen = max(open, mostOpen)
    isInUpdate = true
    beforeCommit()
    check("before")
    let update = commit()
    isInUpdate = false
    tell(update)
    check("after")
    let done: @MainActor () -> Void = { [weak self] in
      self?.open -= 1
      completion()
    }
    if completesAtOnce || !animated || update == nil { done() } else { completions.append(done) }
  }

  /// Makes a change itself, as a drop does.
  package func insertsItself() {
    counts[0] += 1
    log.append("itself \(counts)")
  }

  /// Ends every animation that has begun.
  package func finish() {
    let due = completions
    completions = []
    for completion in due { completion() }
  }

  private func tell(_ update: ListUpdate?) {
    switch update {
    case .insert(let indexPaths):
      for indexPath in indexPaths { counts[indexPath.section] += 1 }
      log.append("insert \(indexPaths.count)")
    case .reload(let section):
      counts[section] = modelCounts[section]
      log.append("reload section \(section)")
    case .batch(let batch):
      for indexPath in batch.deletedItems { counts[indexPath.section] -= 1 }
      for section in batch.deletedSections.reversed() { counts.remove(at: section) }
      for section in batch.insertedSections { counts.insert(0, at: section) }
      for indexPath in batch.insertedItems { counts[indexPath.section] += 1 }
      log.append("batch \(counts)")
    case nil: log.append("nothing")
    }
  }

  private func check(_ moment: String) {
    if counts != modelCounts { violations.append("\(moment): the model has \(modelCounts), the view \(counts)") }
  }
}
