/// One call of an edit.
@usableFromInline
enum RecordedOperation<SectionID: Hashable & Sendable, Item: Identifiable & Sendable>: Sendable
where Item.ID: Sendable {
  /// Changes the items of the section that was born with this number.
  case items(SectionID, birth: Int, ItemOperation<Item>)
  case insertSections([SectionID], at: Int)
  case removeSections([SectionID])
  case moveSection(SectionID, to: Int)
  case arrangeSections([SectionID])

  /// Does to the sections what the call did; items are left alone.
  func makeSections(of list: inout SectionedList<SectionID, Item>) {
    switch self {
    case .items: break
    case .insertSections(let sections, let position): list.insertSections(sections, at: position)
    case .removeSections(let sections): list.removeSections(sections)
    case .moveSection(let section, let position): list.moveSection(section, to: position)
    case .arrangeSections(let order): list.arrangeSections(in: order)
    }
  }

  var changesSections: Bool { if case .items = self { false } else { true } }
}

/// The calls of the edit that is being made.
@usableFromInline
struct Recording<SectionID: Hashable & Sendable, Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Tells them from those in a list that was kept from another edit.
  let edit: Int
  @usableFromInline var operations: [RecordedOperation<SectionID, Item>] = []
}

extension SectionedList {
  /// Makes an edit.
  /// - Returns: Its calls, in order. An edit that assigns a list which it was not given is recorded as the calls that
  ///   lead to that list.
  mutating func recordCalls(ofEdit number: Int, _ edit: (inout SectionedList) -> Void) -> [RecordedOperation<
    SectionID, Item
  >] {
    let old = self
    recording = Recording(edit: number)
    edit(&self)
    if let recording, recording.edit == number {
      self.recording = nil
      return recording.operations
    }
    let new = self
    self = old
    recording = Recording(edit: number)
    replaceSections(with: new.sections)
    for section in new.sections { replaceItems(in: section, with: new.items(in: section)) }
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
  @inlinable
  mutating func record(_ operation: @autoclosure () -> RecordedOperation<SectionID, Item>) {
    if recording != nil { recording?.operations.append(operation()) }
  }
}
