import Reactive

extension PagedList {
  /// Shows an edit at once, while it is being sent.
  ///
  /// ```swift
  /// let deletion = inbox.edit { $0.remove([message.id], from: .inbox) } sending: { try await api.delete(message.id) }
  /// undoButton.action = { deletion.cancel() }
  /// ```
  /// `send` starts at once, and the edit is made in its turn. When `send` returns, the edit is **confirmed**: it counts as
  /// done from then on. When it throws, or the returned task is cancelled, the edit is **taken back**: the items and their
  /// order are what they would be had it never been made, whatever else has happened meanwhile. Until then the edit
  /// outranks every answer, and so does an edit of the same items that is made on top of it.
  ///
  /// Undo is to cancel the task. It takes the edit back in its turn, without waiting for `send` to end; whether the service
  /// has done it all the same is not known then, so load the section again if that matters. A task that is cancelled before
  /// `send` has started, in the turn of the call for instance, sends nothing.
  ///
  /// The task holds the list weakly: one that goes lets `send` run to its end. ``PagedListViewModel/settled()`` waits for
  /// edits that are being sent. ``timeLimit`` is not theirs.
  ///
  /// - Parameters:
  ///   - animated: Whether views may animate the edit.
  ///   - edit: Changes items. Sections come and go by ``edit(animated:_:)``; here its calls that change them do nothing.
  ///   - send: Tells the service. It may run anywhere, and should end when its task is cancelled.
  ///   - replace: Puts what the service made of it into its place, in the turn of the confirmation: a draft's saved
  ///     version, for instance, by ``SectionedList/replace(_:with:)``. It is an edit of its own.
  /// - Returns: The task; its value is what `send` returned, and its error what `send` threw.
  @discardableResult
  public func edit<Answer: Sendable>(
    animated: Bool = true, _ edit: @escaping @MainActor (inout List) -> Void,
    sending send: @escaping @Sendable () async throws -> Answer,
    replacing replace: (@MainActor (inout List, Answer) -> Void)? = nil
  ) -> Task<Answer, any Error> {
    settle(pendingEdit(animated: animated, edit), after: send, replacing: replace)
  }

  /// Settles an edit as what it is sent with ends.
  func settle<Answer: Sendable>(
    _ pending: PendingEdit<SectionID, Item>, after send: @escaping @Sendable () async throws -> Answer,
    replacing replace: (@MainActor (inout List, Answer) -> Void)? = nil
  ) -> Task<Answer, any Error> {
    Task {
      try await withTaskCancellationHandler {
        try await Self.settle(pending, sending: send, replacing: replace)
      } onCancel: {
        Task { @MainActor in pending.takeBack() }
      }
    }
  }

  private static func settle<Answer: Sendable>(
    _ pending: PendingEdit<SectionID, Item>, sending send: @Sendable () async throws -> Answer,
    replacing replace: (@MainActor (inout List, Answer) -> Void)?
  ) async throws -> Answer {
    do {
      try Task.checkCancellation()  // in the turn of the call: nothing has been sent then
      let answer = try await send()
      try Task.checkCancellation()
      if let replace { pending.confirm { replace(&$0, answer) } } else { pending.confirm() }
      return answer
    } catch {
      // A service may throw `CancellationError` of its own accord, when a task of its own was cancelled: that is no undo.
      pending.takeBack(because: Task.isCancelled ? nil : error)
      throw error
    }
  }

  /// Shows an edit at once that is settled by hand; see ``PendingEdit``.
  /// - Parameters:
  ///   - animated: Whether views may animate the edit.
  ///   - edit: Changes items. Sections come and go by ``edit(animated:_:)``; here its calls that change them do nothing.
  public func pendingEdit(
    animated: Bool = true, _ edit: @escaping @MainActor (inout List) -> Void
  ) -> PendingEdit<SectionID, Item> {
    pendingEdit(animated: animated, as: nil, edit)
  }

  func pendingEdit(
    animated: Bool = true, as move: OwnMove?, _ edit: @escaping @MainActor (inout List) -> Void
  ) -> PendingEdit<SectionID, Item> {
    let pending = PendingEdit(in: self)
    editsBeingSent += 1
    make(edit, isSent: true, animated: animated, as: move) { [life = pending.life] in life.edited = $0 }
    return pending
  }

  /// Asks for the turn in which an edit that was sent is settled, and what the service made of it is put into its place.
  func settle(
    _ pending: PendingEdit<SectionID, Item>.Life, as step: EditEvent<SectionID, Item.ID>.Step,
    then replace: (@MainActor (inout List) -> Void)?
  ) {
    var isTakenBack = false
    if case .takenBack = step { isTakenBack = true }
    var more: Shown<SectionID, Item>.Edited?
    change { pages in
      guard let edited = pending.edited else { return nil }
      let old = pages.shown.list
      var sections = pages.shown.settle(
        edited.edit, takingBack: isTakenBack, newest: pages.loads.lastLoad,
        loadInFlight: { [loads = pages.loads] in loads.loadInFlight(in: $0) })
      more = replace.map { pages.made(isSent: false, $0) }
      sections += more?.sections.filter { !sections.contains($0) } ?? []
      pages.unsaved += sections
      pages.editsBeingSent -= 1
      pages.take(.edited(sections))
      return pages.update(from: old, in: sections, changesSections: more?.changesSections == true)
    } delivered: { pages in
      guard let edited = pending.edited else { return }
      pages.editSubject.send(EditEvent(edit: edited.edit, items: edited.items, step: step))
      if let more { pages.editSubject.send(EditEvent(edit: more.edit, items: more.items, step: .made)) }
    }
  }
}
