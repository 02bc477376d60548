import Foundation

// Moves that a view makes itself, and that the list takes over: a drag that has been dropped.

extension PagedList {
  /// Takes over a move that a view has made itself: what a data source does in `collectionView(_:moveItemAt:to:)`.
  ///
  /// The item is moved before this returns, also while the gate is paused, so that the list and the view agree; only inside a view's
  /// update, where no list view moves anything, is it moved after that. That view
  /// is told nothing, if it is bound or a loop drives it; all others and all observers are. It is an edit: it outranks every
  /// answer that was asked for before it, and is made again behind the same item. An item that is dropped where it stood is
  /// not edited.
  ///
  /// What the view counts when this returns is the move alone. Whatever follows from it is made in a later turn: a row that
  /// comes or goes, because a section is empty now or a load begins; what waited for a pause that ends in this turn; and
  /// what observers ask for.
  ///
  /// If another change is open, its animation running for instance, the item is moved all the same, and so are others that
  /// the view moves after it. All views count when that change is over and no pause is left, and observers hear then, of all these
  /// moves as one. A change that a loop has been handed and not made is handed out again afterwards; what the loop has then makes
  /// nothing.
  ///
  /// If the list cannot do what the view has done, because the section that the item was dropped into holds its id or has shown
  /// placeholders, it does what it can, and the view counts before this returns. So does a view that shows something else than
  /// the list, because it has not counted yet what another one has moved for instance: its move is taken back.
  ///
  /// A view that follows ``SerialGate/updates`` by hand is an observer as any other, and hears of its own move, too: bind a
  /// view whose items users drag.
  ///
  /// ```swift
  /// func collectionView(_ view: UICollectionView, moveItemAt source: IndexPath, to destination: IndexPath) {
  ///   viewModel.pages.moveItem(at: source, to: destination, madeBy: view)
  /// }
  /// ```
  /// - Parameters:
  ///   - source: Where the item stood in the view, by the view's own sections, also if other lists stand above this one there.
  ///   - destination: Where it stands there now.
  ///   - view: The view that has moved it.
  /// - Complexity: That of the move, effectively O(1).
  public func moveItem(at source: IndexPath, to destination: IndexPath, madeBy view: some ListView) {
    guard let move = ownMove(from: source, to: destination, in: view) else { return }
    make(move.edit, isSent: false, as: move)
  }

  /// Takes over a move that a view has made itself, and sends it; see ``moveItem(at:to:madeBy:)`` and
  /// ``edit(animated:_:sending:replacing:)``.
  ///
  /// - Returns: The task that sends it; nil if there is nothing to move, and nothing is sent then.
  @discardableResult
  public func moveItem<Answer: Sendable>(
    at source: IndexPath, to destination: IndexPath, madeBy view: some ListView,
    sending send: @escaping @Sendable () async throws -> Answer
  ) -> Task<Answer, any Error>? {
    guard let move = ownMove(from: source, to: destination, in: view) else { return nil }
    return settle(pendingEdit(as: move, move.edit), after: send)
  }

  /// A move that a view has made itself.
  struct OwnMove {
    let record: ViewRecord
    let id: Item.ID
    let source: SectionID
    let destination: SectionID
    /// The item's offset after the move.
    let offset: Int
    /// The item that it was dropped behind.
    let last: Item.ID?

    var edit: @MainActor (inout List) -> Void {
      { list in
        list.move(id, from: source, last.map { .after($0, orAt: offset) } ?? .offset(offset), in: destination)
      }
    }
  }

  private func ownMove(from source: IndexPath, to destination: IndexPath, in view: some ListView) -> OwnMove? {
    let record = ViewRecord.of(view)
    let sections = record.binding(to: gate)?.sectionOffset ?? 0
    let (from, to) = (source[0] - sections, destination[0] - sections)
    // A view that has not counted means other items than stand there.
    guard !gate.isBehind(record), let item = item(at: IndexPath(item: source[1], section: from)),
      to >= 0, to < shown.list.numberOfSections
    else {
      gate.queue.count(record)
      return nil
    }
    guard source != destination else { return nil }
    let list = shown.list
    let offset = destination[1] - lead(of: list.section(at: to))
    let last = from == to && source[1] < destination[1] ? offset : offset - 1
    return OwnMove(
      record: record, id: item.id, source: list.section(at: from), destination: list.section(at: to),
      offset: offset,
      last: last >= 0 && last < list.numberOfItems(inSection: to) ? list[IndexPath(item: last, section: to)].id : nil)
  }

  /// Moves that views have made beside a change that is still open, to be told together when that is over: by then the list
  /// holds them all.
  struct Untold {
    let old: List
    /// The rows that there were.
    var extras: [SectionID: SectionExtra?] = [:]
    var sent: [(id: Item.ID, section: SectionID)] = []
    var delivered: [@MainActor (PagedList) -> Void] = []
  }

  /// Makes a change that a view has made: now, whatever else is under way.
  func takeOver(
    _ move: OwnMove, isSent: Bool, _ turn: @escaping @MainActor (PagedList) -> ListUpdate?,
    delivered told: @escaping @MainActor (PagedList) -> Void
  ) {
    let delivered: @MainActor (PagedList) -> Void = { pages in
      told(pages)
      for section in Set([move.source, move.destination]) { pages.askForRow(of: section) }
    }
    if gate.queue.current?.isInUpdates == true {
      // In the middle of an update of some view, which has counted what the change is about to leave.
      move.record.isStale = true
      change(views: .reload, at: .next, turn, delivered: delivered)
    } else if gate.queue.isUnderWay || untold != nil {
      if untold == nil { tellMoves(from: shown.list) }
      for section in [move.source, move.destination] where untold?.extras[section] == nil {
        untold?.extras[section] = .some(extras[section])
      }
      let wasBusy = isBusy
      isBusy = true
      takeInWishes()
      let isRight = make(move) { _ = turn(self) }
      isBusy = wasBusy
      if isSent { untold?.sent.append((move.id, move.destination)) }
      untold?.delivered.append(delivered)
      gate.setStale()
      move.record.isStale = false
      if !isRight { gate.queue.count(move.record) }
      run()
    } else {
      // The view is in the middle of its own update, and has counted nothing that follows, a row for instance.
      let pause = gate.pause()
      defer { Task { pause.release() } }
      change(at: .now(madeBy: move.record)) { pages in
        var update: ListUpdate?
        if !pages.make(move, by: { update = turn(pages) }) { pages.gate.queue.count(move.record) }
        return update
      } delivered: { pages in
        delivered(pages)
        // The cell of the view that was told nothing has to say it, too.
        if isSent { pages.tellPending(move.id, in: move.destination) }
      }
    }
  }

  /// Asks for the turn in which all moves are told that are made from now on, and that all views count in.
  private func tellMoves(from list: List) {
    untold = Untold(old: list)
    var told: [@MainActor (PagedList) -> Void] = []
    change(views: .reload, at: .next) { pages in
      guard let untold = pages.untold.take() else { return nil }
      told = untold.delivered
      for (section, extra) in untold.extras { pages.extras[section] = extra }
      for (id, section) in untold.sent { pages.shown.list.markUpdates([id], in: section) }
      return pages.update(from: untold.old, in: Array(untold.extras.keys), isOwnMove: true)
    } delivered: { pages in
      for delivered in told { delivered(pages) }
    }
  }

  /// Makes a move that a view has made.
  /// - Returns: Whether the list shows what that view does.
  private func make(_ move: OwnMove, by turn: () -> Void) -> Bool {
    let rows = [extras[move.source], extras[move.destination]]
    let wasThere = move.source != move.destination && shown.list[move.destination, move.id] != nil
    turn()
    return !wasThere && shown.list.indexPath(of: move.id, in: move.destination)?.item == move.offset
      && (move.source == move.destination || shown.list.indexPath(of: move.id, in: move.source) == nil)
      && rows == [extras[move.source], extras[move.destination]]
  }

  private func tellPending(_ id: Item.ID, in section: SectionID) {
    guard shown.isPending(id, in: section) else { return }
    change { pages in
      let old = pages.shown.list
      pages.shown.list.markUpdates([id], in: section)
      return pages.update(from: old, in: [section])
    }
  }
}
