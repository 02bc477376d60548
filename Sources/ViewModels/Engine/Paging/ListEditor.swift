/// Carries out edits of a paged list one after another, and finds out by comparing what to tell the list view.
///
/// In a long list the comparison runs off the main actor. If the list has changed when its turn comes, its result is
/// dropped and the edit is made anew on the list as it is; after a few such misses in the gate itself, so that an edit
/// is never put off for ever.
@MainActor
final class ListEditor<SectionID: Hashable & Sendable, Item: Identifiable & Equatable & Sendable>
where Item.ID: Sendable {
  typealias List = SectionedList<SectionID, Item>
  typealias Edit = @Sendable (inout List) -> Void

  private let pages: PagedList<SectionID, Item>
  private let longList: Int
  private var lastEdit: Task<Void, Never>?
  private var isOutOfDate = false

  /// - Parameter longList: lists of so many items are compared off the main actor.
  init(_ pages: PagedList<SectionID, Item>, longList: Int = 2_000) {
    self.pages = pages
    self.longList = longList
  }

  func edit(_ edit: @escaping Edit) {
    if pages.editsOnTheirWay == 0, pages.list.numberOfItems < longList { return editInTheGate(edit) }
    pages.editsOnTheirWay += 1
    lastEdit = Task { [lastEdit] in
      await lastEdit?.value
      await carryOut(edit)
      pages.editsOnTheirWay -= 1
    }
  }

  private func editInTheGate(_ edit: @escaping Edit) {
    pages.edit { list in
      let edited = Edited(list, edit)
      list = edited.list
      return edited.batch
    }
  }

  private func carryOut(_ edit: @escaping Edit) async {
    for _ in 1...3 {
      let list = pages.list
      let revision = pages.revision
      let edited = await Task.detached { Edited(list, edit) }.value
      await make(edited, ifStillAt: revision)
      if !isOutOfDate { return }
    }
    editInTheGate(edit)
  }

  /// Hands an edit to the gate and returns when its turn has passed.
  private func make(_ edited: Edited, ifStillAt revision: Int) async {
    await withCheckedContinuation { continuation in
      pages.edit { [self] list in
        isOutOfDate = pages.revision != revision
        if isOutOfDate { return nil }
        list = edited.list
        return edited.batch
      } delivered: {
        continuation.resume()
      }
    }
  }

  /// A list after an edit, and what changed.
  private struct Edited: Sendable {
    let list: List
    let batch: ListBatch?

    init(_ old: List, _ edit: Edit) {
      var new = old
      edit(&new)
      list = new
      let batch = new.difference(from: old)
      self.batch = batch == ListBatch() ? nil : batch
    }
  }
}
