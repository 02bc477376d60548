import Foundation
import ListViewModelsTestSupport

@testable import ListEngine
@testable import ListTesting
@testable import ViewModels

/// Bytes are two lists, or a batch. What one becomes of the other, told to a strict list view, leaves it with the other's
/// counts and cells, and nothing refused.
@MainActor
func fuzzLists(_ bytes: Bytes) {
  var bytes = bytes
  let kind = bytes.number(below: 4)
  if kind == 3 { return replayBatch(&bytes) }
  let lists = RandomLists(sections: 2 + kind * 2, items: 10, sharing: bytes.byte() & 1 == 0, using: &bytes)
  lists.old.checkInvariants()
  lists.new.checkInvariants()
  let batch = lists.new.difference(from: lists.old)
  let replayed = ReplayedBatch(batch, from: lists.old, to: lists.new)
  require(replayed.faults.isEmpty, "\(replayed.faults) in \(batch)")
  require(replayed.sections == lists.new.sections.map { Array(lists.new.items(in: $0)) }, "\(batch) makes another list")

  func text(_ list: RandomLists.List) -> [[String]] {
    list.sections.map { section in list.items(in: section).map { "\($0.id) \($0.text)" } }
  }
  showsAfter(.batch(batch), from: text(lists.old), to: text(lists.new))
  let same = lists.new.difference(from: lists.new, by: ==)
  require(same == ListBatch(), "a list differs from itself: \(same)")
}

@MainActor
private func showsAfter(_ update: ListUpdate, from old: [[String]], to new: [[String]]) {
  let model = ListFixture(old)
  let view = model.makeView()
  view.performUpdate(animated: true) {
    model.sections = new
    return update
  } completion: {
  }
  let refused = view.violations.map { "\($0)" } + view.discrepancies
  require(refused.isEmpty && view.cells == new, "\(refused): \(update) shows \(view.cells), not \(new)")
}

/// A batch that is valid by construction, whoever made it.
@MainActor
private func replayBatch(_ bytes: inout Bytes) {
  let batch = RandomBatch(using: &bytes)
  let model = ListFixture(batch.before)
  let view = model.makeView()
  view.performBatchUpdates {
    model.sections = batch.after.map(\.items)
    for call in batch.calls { view.perform(call) }
  }
  require(view.violations.isEmpty && view.cells == model.sections, "\(view.violations) refused: \(batch)")
}

/// Bytes are changes of a snapshot, which does and refuses what plain arrays do and refuse. The difference from the one
/// before, told to a strict list view, shows the new one. A data source that it is applied to, with marks, tells that, and
/// of the snapshot that it gives out nothing.
@MainActor
func fuzzSnapshots(_ bytes: Bytes) {
  var bytes = bytes
  var (snapshot, plain) = (ListSnapshot<Int, Int>(), PlainSnapshot())
  var (old, oldPlain) = (snapshot, plain)
  let dataSource = SnapshotDataSource<Int, Int>()
  var told: [ListUpdate] = []
  let token = dataSource.updates.sink { told.append($0) }
  while !bytes.rest.isEmpty {
    let change = PlainSnapshot.Change(names: 0..<5, items: 0..<15, longest: 5, using: &bytes)
    let (isMade, shouldBe) = (snapshot.perform(change), plain.perform(change))
    require(isMade == shouldBe, "\(change) was \(isMade ? "made" : "refused") at \(plain)")
    snapshot.list.checkInvariants()
    require(snapshot.sectionIdentifiers == plain.sections.map(\.name), "sections after \(change) at \(plain)")
    require(snapshot.itemIdentifiers == plain.sections.flatMap(\.items), "items after \(change) at \(plain)")
    let choice = bytes.byte()
    if choice & 3 == 0 {
      func text(_ plain: PlainSnapshot) -> [[String]] { plain.sections.map { $0.items.map(String.init) } }
      mark(some: Int(choice >> 2), in: &snapshot)
      let batch = snapshot.difference(from: old)
      showsAfter(.batch(batch), from: text(oldPlain), to: text(plain))
      told = []
      dataSource.apply(snapshot)
      require(told == (batch == ListBatch() ? [] : [.batch(batch)]), "\(told) told of \(batch)")
      snapshot = dataSource.snapshot()
      dataSource.apply(snapshot)
      require(told.count < 2, "\(told.last.map { "\($0)" } ?? "") told of a snapshot that is shown")
      (old, oldPlain) = (snapshot, plain)
    }
  }
  token.cancel()
}

/// Marks an item for each of two bits, and a section for the third.
private func mark(some bits: Int, in snapshot: inout ListSnapshot<Int, Int>) {
  let (items, sections) = (snapshot.itemIdentifiers, snapshot.sectionIdentifiers)
  do {
    if bits & 1 > 0, !items.isEmpty { try snapshot.reloadItems([items[bits % items.count]]) }
    if bits & 2 > 0, let last = items.last { try snapshot.reconfigureItems([last]) }
    if bits & 4 > 0, !sections.isEmpty { try snapshot.reloadSections([sections[bits % sections.count]]) }
  } catch {
    require(false, "marks refused: \(error)")
  }
}
