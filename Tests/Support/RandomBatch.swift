import Foundation
import ListEngine

/// A list, what becomes of it, and a batch that says so: drawn at random, valid by construction.
///
/// Items are told apart by name; nothing here knows how a list view replays a batch. Where nothing moves, some items
/// and sections are reloaded; where something does, none are, because a reload beside a move lands elsewhere.
package struct RandomBatch {
  package struct Section {
    package var items: [String] = []
    /// Which of ``items`` keep their cell and their order.
    package var stayed: [Int] = []
    /// The position before the batch; nil if inserted or reloaded.
    package var old: Int?
  }

  package private(set) var before: [[String]]
  package var after: [Section] = []
  package var calls: [ListOperation] = []
  private var reloaded: IndexSet = []
  private var names = 0

  package init(using random: inout some RandomNumberGenerator) {
    before = (0..<Int.random(in: 0...5, using: &random)).map { section in
      (0..<Int.random(in: 0...8, using: &random)).map { "\(section)-\($0)" }
    }
    let moves = Bool.random(using: &random)
    let kept = arrangeSections(moves: moves, using: &random)
    var moved = keepItems(of: kept, moves: moves, using: &random)
    moved.shuffle(using: &random)
    fill(with: moved, using: &random)
    calls.shuffle(using: &random)
  }

  /// Decides each section's fate; returns those whose items live on, by their positions before and after.
  private mutating func arrangeSections(
    moves: Bool, using random: inout some RandomNumberGenerator
  ) -> [Int: Int] {
    var movedAway: [Int] = []
    for section in before.indices {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: calls.append(.deleteSections([section]))
      case 1 where moves: movedAway.append(section)
      case 1:
        reloaded.insert(section)
        after.append(Section(old: section))
      default: after.append(Section(old: section))
      }
    }
    var new = movedAway.map { Section(old: $0) }
    for _ in 0..<Int.random(in: 0...2, using: &random) { new.append(Section()) }
    for section in new { after.insert(section, at: Int.random(in: 0...after.count, using: &random)) }

    var kept: [Int: Int] = [:]
    for (position, section) in after.enumerated() {
      guard let old = section.old else {
        calls.append(.insertSections([position]))
        continue
      }
      if reloaded.contains(old) {
        calls.append(.reloadSections([old]))
        after[position].old = nil
      } else {
        kept[old] = position
        if movedAway.contains(old) { calls.append(.moveSection(from: old, to: position)) }
      }
    }
    return kept
  }

  /// Decides each item's fate; returns those that will be put elsewhere.
  private mutating func keepItems(
    of kept: [Int: Int], moves: Bool, using random: inout some RandomNumberGenerator
  ) -> [IndexPath] {
    var moved: [IndexPath] = []
    for (section, items) in before.enumerated() {
      for (item, name) in items.enumerated() {
        let path = IndexPath(item: item, section: section)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: calls.append(.deleteItems([path]))  // swallowed where the section goes, too
        case 1 where moves: moved.append(path)
        case 1 where kept[section] != nil:
          calls.append(.reloadItems([path]))
          after[kept[section] ?? 0].items.append(newName())
        case 2 where moves && kept[section] != nil:
          calls.append(.reconfigureItems([path]))
          after[kept[section] ?? 0].items.append(newName())
        default:
          guard let position = kept[section] else { continue }
          after[position].stayed.append(after[position].items.count)
          after[position].items.append(name)
        }
      }
    }
    return moved
  }

  /// Puts moved and new items at random places.
  private mutating func fill(with moved: [IndexPath], using random: inout some RandomNumberGenerator) {
    guard !after.isEmpty else {
      calls += moved.map { .deleteItems([$0]) }
      return
    }
    // Arrivals are spread over a section's final places, so that each place is known when it is written down.
    var arrivals: [[IndexPath?]] = after.map { _ in
      Array(repeating: nil, count: Int.random(in: 0...3, using: &random))
    }
    for path in moved { arrivals[Int.random(in: after.indices, using: &random)].append(path) }
    for position in after.indices {
      let section = after[position]
      let count = section.items.count + arrivals[position].count
      let taken = Set((0..<count).shuffled(using: &random).prefix(arrivals[position].count))
      var stayers = section.items.enumerated().makeIterator()
      after[position].items = []
      after[position].stayed = []
      for item in 0..<count {
        let path = IndexPath(item: item, section: position)
        if !taken.contains(item), let stayer = stayers.next() {
          if section.stayed.contains(stayer.offset) { after[position].stayed.append(item) }
          after[position].items.append(stayer.element)
        } else if let from = arrivals[position].removeLast() {
          calls.append(.moveItem(from: from, to: path))
          after[position].items.append(before[from.section][from.item])
        } else {
          calls.append(.insertItems([path]))  // swallowed where the section is new, too
          after[position].items.append(newName())
        }
      }
    }
  }

  private mutating func newName() -> String {
    names += 1
    return "new \(names)"
  }
}
