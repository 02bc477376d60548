import Foundation
import ListTesting
import ViewModels

/// A strict list view that shows one screen after another, and whose animations end at once, late, or for a while not.
@MainActor
final class SoakView: ListView {
  /// What the view asks; weak, as the view is not to keep the screen.
  private final class Source: ListDataSource {
    weak var shown: (any ListDataSource)?
    var text: (IndexPath) -> String = { _ in "" }
    var numberOfSections: Int { shown?.numberOfSections ?? 0 }
    func numberOfItems(inSection section: Int) -> Int { shown?.numberOfItems(inSection: section) ?? 0 }
  }

  private let source = Source()
  private let tally: Tally
  private let strict: StrictListView
  private var seen = (batches: 0, overlaps: 0)
  private var random: SeededGenerator
  /// Whether animations hold the gate up for seconds.
  var isStuck = false
  private var hasDragged = false
  private var isPaused: @MainActor () -> Bool = { false }

  init(_ tally: Tally, seed: UInt64) {
    (self.tally, random) = (tally, SeededGenerator(seed: seed))
    strict = StrictListView(dataSource: source) { [source] indexPath in tally.aside { source.text(indexPath) } }
    strict.animation = .manual
    strict.onViolation = { tally.check(.update, false, $0) }
  }

  func show(
    _ list: any ListDataSource, isPaused: @escaping @MainActor () -> Bool = { false },
    willDisplay: @escaping @MainActor (IndexPath) -> Void, text: @escaping @MainActor (IndexPath) -> String
  ) {
    (source.shown, source.text, self.isPaused) = (list, text, isPaused)
    strict.willDisplay = willDisplay
  }

  func endAnimations() { strict.finishAnimations() }

  func reloadAndCount() { strict.reloadAndCount() }

  func performUpdate(
    animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
  ) {
    tally.check(.paused, !isPaused(), "a change was made while its gate was paused")
    let old = strict.runningAnimations
    strict.performUpdate(animated: animated, commit, completion: completion)
    for _ in seen.batches..<strict.batches { tally.check(.update, true) }
    tally.check(.overlap, strict.overlappingBatches == seen.overlaps, "an update began inside another's animation")
    seen = (strict.batches, strict.overlappingBatches)
    // Completions are called once, and now and then twice or not at all, as list views have been seen to do.
    let calls = [1, 1, 1, 1, 2, 0].randomElement(using: &random) ?? 1
    let wait = isStuck ? 1_500 : [0, 0, 1, 30, 250].randomElement(using: &random) ?? 0
    for _ in min(old, strict.runningAnimations)..<strict.runningAnimations {
      guard wait > 0 else {
        strict.finishNextAnimation(calls: calls)
        continue
      }
      Task { [weak strict] in
        try? await Task.sleep(for: .milliseconds(wait))
        strict?.finishNextAnimation(calls: calls)
      }
    }
  }

  func scroll() {
    let sections = (0..<strict.numberOfSections).filter { strict.numberOfItems(inSection: $0) > 0 }
    guard let section = sections.randomElement(using: &random) else { return }
    if Bool.random(using: &random) { return strict.scrollToEnd(ofSection: section) }
    strict.scroll(
      to: IndexPath(item: .random(in: 0..<strict.numberOfItems(inSection: section), using: &random), section: section))
  }

  /// The user drags an item to another place of its section.
  func drag(_ section: Int, from: Int, to: Int, isItem: (IndexPath) -> Bool, _ moveItem: (IndexPath, IndexPath) -> Void)
  {
    guard strict.numberOfSections > 0 else { return }
    let section = section % strict.numberOfSections
    let count = strict.numberOfItems(inSection: section)
    guard count > 0 else { return }
    let (source, destination) = (
      IndexPath(item: from % count, section: section), IndexPath(item: to % count, section: section)
    )
    guard isItem(source) else { return }
    hasDragged = true
    strict.drag(from: source, to: destination, moveItem)
  }

  /// Compares what is shown, count by count and cell by cell, with the model. What has been dragged to a place that the list
  /// can't give it stands there until the view counts, in a turn of its own.
  func checkCounts(_ name: String, isIdle: Bool = true) {
    if isIdle { hasDragged = false }
    let all = tally.aside { strict.discrepancies }
    let lines = all.filter { !hasDragged || $0.contains(/^(section \d+:|\d+ sections)/) }
    tally.check(.counts, lines.isEmpty, "\(name): \(lines.joined(separator: "; "))")
  }
}
