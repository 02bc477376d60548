/// One call of an edit.
@usableFromInline
enum RecordedOperation<SectionID: Hashable & Sendable, Item: Identifiable & Sendable>: Sendable
where Item.ID: Sendable {
  /// Changes the items of the section that was born with this number.
  case items(SectionID, birth: Int, ItemOperation<Item>)
  /// Takes an item out of a section and puts it into another one, unless that holds it; they were born with these numbers.
  case carry(Item, from: SectionID, to: SectionID, births: (Int, Int), ItemPlace<Item.ID>, isHeld: Bool)
  case insertSections([SectionID], at: Int)
  case removeSections([SectionID])
  case moveSection(SectionID, to: Int)
  case arrangeSections([SectionID])

  /// Does to the sections what the call did; items are left alone.
  func makeSections(of list: inout SectionedList<SectionID, Item>) {
    switch self {
    case .items, .carry: break
    case .insertSections(let sections, let position): list.insertSections(sections, at: position)
    case .removeSections(let sections): list.removeSections(sections)
    case .moveSection(let section, let position): list.moveSection(section, to: position)
    case .arrangeSections(let order): list.arrangeSections(in: order)
    }
  }

  var changesSections: Bool {
    switch self {
    case .items, .carry: false
    case .insertSections, .removeSections, .moveSection, .arrangeSections: true
    }
  }
}

/// The calls of the edit that is being made.
@usableFromInline
struct Recording<SectionID: Hashable & Sendable, Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Tells them from those in a list that was kept from another edit.
  let edit: Int
  /// Whether it is being sent, and changes items only: sections come and go for good, so it could not be taken back.
  @usableFromInline let isSent: Bool
  /// The items of a section, with those that come back if edits that are being sent are taken back; none while no edit is.
  @usableFromInline let allItems: @Sendable (SectionID) -> [Item]
  @usableFromInline var operations: [RecordedOperation<SectionID, Item>] = []
}

extension SectionedList {
  /// Makes an edit.
  /// - Parameters:
  ///   - isSent: Whether it is being sent, so that its calls that change sections do nothing.
  ///   - allItems: The items of a section, with those that come back if edits that are being sent are taken back; none while no edit is.
  /// - Returns: Its calls, in order. An edit that assigns a list which it was not given is recorded as the calls that
  ///   lead to that list.
  mutating func recordCalls(
    ofEdit number: Int, isSent: Bool, allItems: @escaping @Sendable (SectionID) -> [Item],
    _ edit: (inout SectionedList) -> Void
  ) -> [RecordedOperation<SectionID, Item>] {
    let old = self
    recording = Recording(edit: number, isSent: isSent, allItems: allItems)
    edit(&self)
    if let recording, recording.edit == number {
      self.recording = nil
      return recording.operations
    }
    let new = self
    self = old
    recording = Recording(edit: number, isSent: isSent, allItems: allItems)
    replaceSections(with: new.sections)
    for section in new.sections where !sharesItems(with: new, in: section) {
      replaceItems(in: section, with: new.items(in: section))
    }
    return recording.take()?.operations ?? []
  }

  /// Records a call that changes items of a section.
  @inlinable
  mutating func record(_ operation: @autoclosure () -> ItemOperation<Item>, inSectionAt position: Int) {
    guard recording != nil else { return }
    let content = contents[position]
    recording?.operations.append(.items(content.section, birth: content.birth, operation()))
  }

  /// Records a call that changes sections.
  /// - Returns: Whether it is to be made.
  @inlinable
  mutating func record(_ operation: @autoclosure () -> RecordedOperation<SectionID, Item>) -> Bool {
    guard recording != nil else { return true }
    if recording?.isSent == true {
      noticeIgnoredSections()
      return false
    }
    recording?.operations.append(operation())
    return true
  }

  @usableFromInline
  func noticeIgnoredSections() {
    #if DEBUG
      DebugNotice.tell(
        "sections of \(Item.self)",
        """
        an edit that is being sent has named sections to insert, remove or move, which does nothing: it could not be taken back. \
        Sections come and go by edit(_:) without sending.
        """)
    #endif
  }
}
