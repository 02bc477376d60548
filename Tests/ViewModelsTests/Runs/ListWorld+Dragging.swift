import Foundation
import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

// Moves that a view makes itself.

extension ListWorld {
  /// Drags an item in a view that is bound and shows what its lists hold. What lies behind the last item of a section is in the next
  /// one.
  func drag(_ section: Int, _ from: Int, _ to: Int) {
    // What a loop has been handed comes after the move, and its turn is counted by the changes before it. Nobody drags in the middle
    // of a drag.
    guard turnsDue == 0 || !hasLooped, !isDragging else { return }
    let (list, section) = find(section)
    let shown = stages[list].shown
    let able = views.filter { tokens[$0.number] != nil && $0.isRight && ($0.number == 0 || $0.number - 1 == list) }
    guard !able.isEmpty, let position = shown.firstIndex(where: { $0.section == section }) else { return }
    guard shown[position].placeholders == nil, !shown[position].rows.isEmpty else { return }
    let view = able[from % able.count]
    let above = view.number == 0 ? stages[..<list].reduce(0) { $0 + $1.numberOfSections } : 0
    let source = IndexPath(item: from % shown[position].rows.count, section: position)
    let destination = destination(of: source, at: to, in: shown)
    func inView(_ path: IndexPath) -> IndexPath { IndexPath(item: path.item, section: path.section + above) }
    let number = nextNumber
    record(.moves(list: list, view: view.number, number, isBack: source == destination))
    let (start, edits) = (recorded, stages[list].editsMade)
    isDragging = true
    view.drag(from: inView(source), to: inView(destination)) {
      stages[list].move(from: $0, to: $1, madeBy: view)
    }
    isDragging = false
    if stages[list].editsMade > edits {
      insert(.made(list: list, number, isSent: false, calls(source, destination, shown)), at: start)
    }
    record(.moved(list: list, view: view.number, isRight: view.isRight, stages[list].shown))
  }

  private func destination(of source: IndexPath, at offset: Int, in shown: [Moment.Shown]) -> IndexPath {
    let (count, next) = (shown[source.section].rows.count, (source.section + 1) % shown.count)
    if offset < count || next == source.section || shown[next].placeholders != nil {
      return IndexPath(item: offset % count, section: source.section)
    }
    return IndexPath(item: (offset - count) % (shown[next].rows.count + 1), section: next)
  }

  /// What such a move does: the item stands behind the one that it was dropped behind.
  private func calls(_ source: IndexPath, _ destination: IndexPath, _ shown: [Moment.Shown]) -> [EditCall] {
    let (from, to) = (shown[source.section], shown[destination.section])
    let id = from.rows[source.item].id
    var others = to.rows.map(\.id)
    if source.section == destination.section { others.remove(at: source.item) }
    let offset = destination.item
    let place: ItemPlace<Int> = offset > 0 ? .after(others[offset - 1], orAt: offset) : .offset(0)
    if source.section == destination.section { return [.items(from.section, [.move(id, place)])] }
    return [.items(from.section, [.leave(id)]), .items(to.section, [.arrive(id, place)])]
  }
}
