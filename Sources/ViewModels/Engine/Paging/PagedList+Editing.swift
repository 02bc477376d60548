import Foundation
import Reactive

extension PagedList {
  /// What an edit changes.
  public typealias List = SectionedList<SectionID, Item>

  /// Changes the list in any way: sections and items that come, go, move or change other than by loading.
  ///
  /// Edits wait for their turn in the gate and are made one after another, each on the list as it is by then; with an idle
  /// gate that is before this returns, unless a loop makes the changes, the gate is paused, or an observer calls this.
  /// ``PagedListViewModel/idle()`` waits for it. What to tell a list view is found
  /// out by comparing the list before and after, with the fewest moves, so it cannot be wrong; an edit that changes
  /// nothing tells nothing. An item that ``SectionedList/update(_:in:)`` names is configured again even if `==` sees no
  /// difference.
  ///
  /// An edit outranks every answer that was asked for before it: it is made again on top of such an answer. What it
  /// has removed does not come back with a next page. A first page that was asked for after it has the last word. See
  /// <doc:Edits>.
  ///
  /// Sections that the edit brings in can be loaded from then on; the loads of sections that it removes are given up. A
  /// section that it gives items loses its placeholders. Naming what has gone does nothing, and offsets that are not
  /// possible are the nearest ones that are.
  ///
  /// ```swift
  /// photos.edit { list in list.remove([photo.id], from: .photos) }
  /// ```
  ///
  /// - Parameters:
  ///   - animated: Whether views may animate it. They don't in any case while more changes wait.
  ///   - edit: Changes the list. It runs once; what is made again is what its calls did.
  /// - Complexity: That of its calls, and of comparing the sections that they name.
  public func edit(animated: Bool = true, _ edit: @escaping @MainActor (inout List) -> Void) {
    make(edit, isSent: false, animated: animated)
  }

  /// Every step of every edit, on the main actor, in the turn of its change.
  public var edits: AnyMainActorPublisher<EditEvent<SectionID, Item.ID>, Never> { editSubject.eraseToAnyPublisher() }

  /// Whether an edit of this item is being sent, or waits for one that is: an edit that names several items waits for those of
  /// each, and so do all of its items. Observers of its section are told when that changes, and its cell is configured again, as
  /// long as it is shown; of an item that is not, one that is being deleted for instance, nobody is told.
  /// - Complexity: O(1)
  public func isPending(_ id: Item.ID, in section: SectionID) -> Bool {
    readItems(in: section)
    return shown.isPending(id, in: section)
  }

  // MARK: - In the gate

  /// Asks for the turn of an edit.
  /// - Parameters:
  ///   - move: What a view has done itself; the edit is made now then.
  ///   - made: Told what the edit did, in that turn.
  func make(
    _ edit: @escaping @MainActor (inout List) -> Void, isSent: Bool, animated: Bool = true, as move: OwnMove? = nil,
    made: @escaping @MainActor (Shown<SectionID, Item>.Edited) -> Void = { _ in }
  ) {
    var edited: Shown<SectionID, Item>.Edited?
    let turn: @MainActor (PagedList) -> ListUpdate? = { pages in
      let old = pages.shown.list
      let new = pages.made(isSent: isSent, edit)
      edited = new
      made(new)
      pages.take(.edited(new.sections))
      return pages.update(
        from: old, in: new.sections, changesSections: new.changesSections, isOwnMove: move != nil)
    }
    let told: @MainActor (PagedList) -> Void = { pages in
      guard let edited else { return }
      pages.editSubject.send(EditEvent(edit: edited.edit, items: edited.items, step: .made))
    }
    if let move {
      takeOver(move, isSent: isSent, turn, delivered: told)
    } else {
      change(animated: animated, turn, delivered: told)
    }
  }

  /// Makes an edit, in the gate's turn.
  func made(isSent: Bool, _ edit: (inout List) -> Void) -> Shown<SectionID, Item>.Edited {
    var list = shown.whole ?? shown.list
    let calls = list.recordCalls(
      ofEdit: shown.lastEdit + 1, isSent: isSent, allItems: { [shown] in shown.allItems(of: $0) }, edit)
    let edited = shown.edit(
      calls, leadingTo: list, isSent: isSent, newest: loads.lastLoad,
      loadInFlight: { [loads] in loads.loadInFlight(in: $0) })
    if edited.changesSections { sectionsHaveChanged() }
    unsaved += edited.sections.filter(edited.changed.contains)
    #if DEBUG
      noticeManyEdits()
    #endif
    return edited
  }

  /// Tells the loads which sections there are.
  func sectionsHaveChanged() {
    // One that has gone and come back holds nothing.
    unsaved += loads.order.filter { section in
      shown.list.birth(of: section).map { $0 != loads.records[.section(section)]?.birth } == true
    }
    take(.sections(shown.list.sectionsWithBirths))
    itemMarks.changeOrder()
    savedMarks.changeOrder()
    stateMarks.changeOrder()
  }
}
