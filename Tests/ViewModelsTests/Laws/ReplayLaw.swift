import Foundation
import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// **3. Computed late.** Index paths are those of the moment at which the change is made.
///
/// **4. Nothing lost, nothing twice.** Whoever plays back the events has what is shown: an item comes in through one event
/// each time it comes, and leaves through one. An insert where a page was added at an end and nothing else has changed, a
/// reload where nothing stays, nothing where nothing has changed; an item that stays in its section is moved, not taken out and
/// put in. `insertions` hears each insert. Whenever the world does something, what is shown is what was told last.
struct ReplayLaw {
  static func violation(in history: History) -> History.Broken? {
    var lists = history.rules.map { _ in List() }
    for (index, record) in history.records.enumerated() {
      var broken: String?
      switch record.entry {
      case .heard(let list, let heard, let moment): broken = lists[list].hear(heard, moment, at: record.depth)
      case .load(let list, let step) where step.kind == .applied: lists[list].answered = step.section
      case .load(let list, let step) where [.loaded, .failed].contains(step.kind): lists[list].answered = nil
      case .made(let list, _, _, _): (lists[list].answered, lists[list].isEdited) = (nil, true)
      case .moved(let list, _, _, let shown): lists[list].move(to: shown)
      case .settles(let list, _, _): lists[list].settling += 1
      case .settled(let list, _, _): lists[list].settling -= 1
      case .looked(let list, let shown): broken = lists[list].look(shown)
      case .rested(let moments):
        for (list, moment) in moments.enumerated() { broken = broken ?? lists[list].rest(moment) }
      default: break
      }
      if let broken { return History.Broken(text: broken, index: index) }
    }
    return nil
  }

  private struct List {
    var shown: [Moment.Shown]?
    /// The section whose page came in last, if nothing else has happened since.
    var answered: Int?
    /// What was shown before the moves that have been made beside an open change and not been told: they are told as one.
    var ahead: [Moment.Shown]?
    /// Whether an edit may have had items configured again that look the same: it has just been made, or is to be settled.
    var isEdited = false
    var settling = 0
    /// The insert that `insertions` has still to hear.
    var inserted: (section: Int, paths: [[Int]], depth: Int)?

    mutating func hear(_ heard: Heard, _ moment: Moment, at depth: Int) -> String? {
      if case .insertion(let section, let paths) = heard {
        defer { inserted = nil }
        return inserted?.section == section && inserted?.paths == paths ? nil : "\(heard) follows no such insert"
      }
      if let inserted, inserted.depth >= depth { return "insertions does not hear of \(inserted.paths)" }
      guard heard.isUpdate, let now = moment.shown else { return nil }
      let last = shown.updateValue(now)
      let old = ahead.take() ?? last
      defer { (answered, isEdited) = (nil, false) }
      if let twice = now.first(where: { Set($0.rows.map(\.id)).count < $0.rows.count }) {
        return "section \(twice.section) shows an item twice"
      }
      if case .insert(let paths) = heard { inserted = (now[paths[0][0]].section, paths, depth) }
      return old.flatMap { compare($0, now, told: heard) }
    }

    /// Whether what was told is what has changed.
    private func compare(_ old: [Moment.Shown], _ new: [Moment.Shown], told: Heard) -> String? {
      switch told {
      case .insert(let paths):
        var replayed = old
        for path in paths where path[1] <= replayed[path[0]].rows.count {
          replayed[path[0]].rows.insert(new[path[0]].rows[path[1]], at: path[1])
        }
        return replayed == new ? nil : "\(told) does not lead from \(old) to \(new)"
      case .reload(let position):
        guard old.count == new.count else { return "\(told), and sections have come or gone" }
        let (before, after) = (old[position], new[position])
        let stays = !Set(before.rows.map(\.id)).isDisjoint(with: after.rows.map(\.id))
        if stays, before.placeholders == nil, after.placeholders == nil { return "\(told), and items stay" }
        return new.indices.first { $0 != position && old[$0] != new[$0] }.map {
          "\(told), and section \($0) has changed"
        }
      case .insertion, .state, .summary: return nil
      case .batch(let batch):
        if let broken = replay(batch, old, new) { return "\(broken): \(told) does not lead from \(old) to \(new)" }
        if old == new { return isEdited || settling > 0 ? nil : "a batch, and nothing has changed" }
        guard let answered, let position = new.firstIndex(where: { $0.section == answered }) else { return nil }
        let (before, after) = (old[position], new[position])
        if before.placeholders != after.placeholders { return "a batch, where placeholders give way" }
        if !before.rows.isEmpty, !after.rows.isEmpty, Set(before.rows.map(\.id)).isDisjoint(with: after.rows.map(\.id))
        {
          return "a batch, where nothing stays"
        }
        let isAdded = after.rows.starts(with: before.rows) || after.rows.reversed().starts(with: before.rows.reversed())
        return isAdded && before.state == after.state ? "a batch, where a page was added at an end" : nil
      }
    }

    /// Plays a batch back by its index paths.
    private func replay(_ batch: ListBatch, _ old: [Moment.Shown], _ new: [Moment.Shown]) -> String? {
      let (before, after) = (SectionedList(old), SectionedList(new))
      let replayed = ReplayedBatch(batch, from: before, to: after)
      if let fault = replayed.faults.first { return fault }
      if replayed.sections != after.sections.map({ Array(after.items(in: $0)) }) {
        return "leads to \(replayed.sections)"
      }
      let deleted = Set(batch.deletedItems.map { Cell.Place(before, $0) })
      let twice = batch.insertedItems.map { Cell.Place(after, $0) }.first { $0.isItem && deleted.contains($0) }
      return twice.map { "\($0) is taken out and put in" }
    }

    /// A view has moved something itself. It is told now, or first of all when the change that is open is over.
    mutating func move(to new: [Moment.Shown]) {
      guard let old = shown.updateValue(new), old != new else { return }
      ahead = ahead ?? old
    }

    mutating func rest(_ moment: Moment) -> String? {
      defer { (answered, isEdited) = (nil, false) }
      if let inserted { return "insertions does not hear of \(inserted.paths)" }
      return look(moment.shown ?? [])
    }

    /// Nothing is being told.
    mutating func look(_ new: [Moment.Shown]) -> String? {
      guard let old = shown.updateValue(new), old != new else { return nil }
      return "\(old) has become \(new), and nobody was told"
    }
  }

  /// What stands at an index path.
  fileprivate struct Cell: Identifiable, Hashable {
    enum ID: Hashable { case item(Int), placeholder(Int), state }
    let id: ID
    var item: TestItem?
    var state: ModelRow?

    /// A cell, and its section.
    struct Place: Hashable {
      let section: Int
      let id: ID
      var isItem: Bool { if case .item = id { true } else { false } }

      init(_ list: SectionedList<Int, Cell>, _ path: IndexPath) {
        (section, id) = (list.section(at: path.section), list[path].id)
      }
    }
  }
}

extension SectionedList<Int, ReplayLaw.Cell> {
  fileprivate init(_ shown: [Moment.Shown]) {
    self.init(sections: shown.map(\.section))
    for section in shown {
      var cells = section.rows.map { Item(id: .item($0.id), item: $0) }
      cells += (0..<(section.placeholders ?? 0)).map { Item(id: .placeholder($0)) }
      if let state = section.state { cells.append(Item(id: .state, state: state)) }
      append(cells, to: section.section)
    }
  }
}

extension Optional {
  /// Takes a new value.
  /// - Returns: The old one.
  fileprivate mutating func updateValue(_ new: Wrapped) -> Wrapped? {
    defer { self = new }
    return self
  }
}
