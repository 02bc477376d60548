extension PagedList {
  /// How many pairs of a refresh are looked at.
  private static var pairs: Int { 20 }

  /// Says if `==` hides what a refresh has changed: items that are equal and print otherwise.
  ///
  /// What they print is compared without its order, because equal sets and dictionaries print in any.
  func noticeHiddenChanges(from old: List, in section: SectionID) {
    let subject = "== of \(Item.self)"
    if DebugNotice.hasTold(subject) { return }
    for new in shown.list.items(in: section).prefix(Self.pairs) {
      guard let item = old[section, new.id], item == new else { continue }
      guard "\(item)".utf8.sorted() != "\(new)".utf8.sorted() else { continue }
      DebugNotice.tell(
        subject,
        """
        a refresh has brought \(Item.self) \(new.id) with other contents, and == says that nothing has changed: its cell \
        stays as it is. Compare what is shown, or refresh with configuringAll: true.
        """)
      return
    }
  }

  /// Says if an app keeps edits open, so that each answer makes very many of them again.
  func noticeManyEdits() {
    guard shown.remembers > 1_000 else { return }
    DebugNotice.tell(
      "edits of \(Item.self)",
      """
      \(shown.remembers) edits of \(Item.self) are remembered, and made again on each answer. Edits that are being sent, \
      \(editsBeingSent) now, hold those that were made after them.
      """)
  }
}
