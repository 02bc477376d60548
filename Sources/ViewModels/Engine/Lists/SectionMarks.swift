/// Tells SwiftUI and `withObservationTracking` of changes, section by section: who reads one section is not told of
/// another.
///
/// A section's mark is made when it is first read. When sections come, go or move, all are told: at each position another
/// one may stand then.
@MainActor
@usableFromInline
final class SectionMarks {
  /// Of everything.
  private let all = ChangeMark()
  /// Of which sections there are, in which order.
  private let order = ChangeMark()
  @usableFromInline var marks: [ChangeMark?] = []

  @usableFromInline
  init() {}

  /// Registers a reader of the section at a position.
  @inlinable
  func read(_ position: Int) {
    if position < marks.count, let mark = marks[position] { return mark.read() }
    readFirst(position)
  }

  /// Registers a reader of the section at a position that may not be there; then of the order of sections.
  /// - Returns: Whether there is such a section.
  @inlinable
  func read(_ position: Int, of count: Int) -> Bool {
    if position >= 0, position < count {
      read(position)
      return true
    }
    readOrder()
    return false
  }

  @usableFromInline
  func readFirst(_ position: Int) {
    while marks.count <= position { marks.append(nil) }
    let mark = ChangeMark()
    marks[position] = mark
    mark.read()
  }

  /// Registers a reader of the order of sections.
  @usableFromInline
  func readOrder() { order.read() }

  /// Registers a reader of everything.
  func readAll() { all.read() }

  /// Tells the readers of the sections at these positions.
  func change(_ positions: some Sequence<Int>) {
    for position in positions where position < marks.count { marks[position]?.change() }
    all.change()
  }

  /// Tells all readers.
  func changeOrder() {
    let old = marks
    marks = []
    for mark in old { mark?.change() }
    order.change()
    all.change()
  }
}
