/// What a load is of.
enum LoadTarget<SectionID: Hashable & Sendable>: Hashable, Sendable {
  case section(SectionID)
  /// The list of sections itself, where a service says which there are.
  case sections
}

/// The wish for one page, from the moment it is asked for until it has ended as loaded, failed or cancelled.
struct Load<SectionID: Hashable & Sendable>: Hashable, Sendable {
  /// Numbered once per list and never reused, so that an answer can only be taken for the load that it answers, even
  /// where its section has gone and come back meanwhile.
  let id: Int
  let target: LoadTarget<SectionID>
  let page: PageKey
  /// Whether its items take the place of all that the section holds.
  var replaces: Bool
  /// The group of sections it was asked for with.
  let group: Int?
}
