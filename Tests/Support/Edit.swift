/// A change that an app makes to a list. It looks at the list in its turn: offsets wrap around what is there by then.
package enum Edit: Hashable, Sendable {
  case insert(Int, id: Int, at: Int)
  case remove(Int, at: Int, count: Int)
  /// The item gets another text.
  case update(Int, at: Int)
  /// It does so in all sections that hold it.
  case put(Int, at: Int)
  /// Another item takes its place in all sections that hold one of them.
  case replace(Int, at: Int, id: Int)
  case move(Int, from: Int, to: Int)
  case carry(from: Int, at: Int, to: Int)
  case sort(Int, by: Int)
  case removeSection(Int)
  case insertSection(Int, at: Int)
  case moveSection(Int, to: Int)
  /// Takes a section out and puts it in again, in one edit.
  case renewSection(Int)

  /// Whether it changes items alone.
  package var isOfItems: Bool {
    switch self {
    case .insert, .remove, .update, .put, .replace, .move, .carry, .sort: true
    case .removeSection, .insertSection, .moveSection, .renewSection: false
    }
  }

  /// The same numbers make the same edit.
  package static func random(using random: inout some RandomNumberGenerator) -> Edit {
    func number(_ bound: Int) -> Int { .random(in: 0..<bound, using: &random) }
    let (section, offset) = (number(6), number(12))
    switch number(18) {
    case 0...1: return .insert(section, id: number(60), at: offset)
    case 2...3: return .remove(section, at: offset, count: 1 + number(4))
    case 4: return .update(section, at: offset)
    case 5: return .move(section, from: offset, to: number(12))
    case 6: return .carry(from: section, at: offset, to: number(6))
    case 7: return .sort(section, by: number(60))
    case 8...9: return .removeSection(section)
    case 10...11: return .insertSection(section, at: number(4))
    case 12: return .moveSection(section, to: number(4))
    case 13: return .put(section, at: offset)
    case 14: return .replace(section, at: offset, id: number(60))
    default: return .renewSection(section)
    }
  }

  /// Makes the change. `pool` is how many sections there are to name.
  package func apply(to list: inout some Editable, pool: Int) {
    switch self {
    case .insert(let section, let id, let offset):
      let section = section % pool
      list.insert(
        [TestItem(id, "new"), TestItem(id + 1, "new")], at: offset % (list.ids(in: section).count + 1), in: section)
    case .remove(let section, let offset, let count):
      list.remove(Array(list.ids(in: section % pool).dropFirst(offset).prefix(count)), from: section % pool)
    case .update(let section, let offset):
      guard let id = list.id(at: offset, in: section % pool) else { return }
      list.update(TestItem(id, "at \(offset)"), in: section % pool)
    case .put(let section, let offset):
      guard let id = list.id(at: offset, in: section % pool) else { return }
      list.put(TestItem(id, "put \(offset)"))
    case .replace(let section, let offset, let new):
      guard let id = list.id(at: offset, in: section % pool) else { return }
      list.replace(id, with: TestItem(new, "for \(id)"))
    case .move(let section, let from, let to):
      guard let id = list.id(at: from, in: section % pool) else { return }
      list.move(id, from: section % pool, to: to % list.ids(in: section % pool).count, in: section % pool)
    case .carry(let source, let offset, let target):
      guard let id = list.id(at: offset, in: source % pool), source % pool != target % pool else { return }
      list.move(id, from: source % pool, to: 0, in: target % pool)
    case .sort(let section, let salt): list.sort(section % pool, by: salt)
    case .removeSection(let section): list.removeSection(section % pool)
    case .insertSection(let section, let position):
      guard !list.sectionIDs.contains(section % pool) else { return }
      list.insertSection(section % pool, at: position % (list.sectionIDs.count + 1))
    case .moveSection(let section, let position):
      guard list.sectionIDs.contains(section % pool) else { return }
      list.moveSection(section % pool, to: position % list.sectionIDs.count)
    case .renewSection(let section):
      guard let position = list.sectionIDs.firstIndex(of: section % pool) else { return }
      list.removeSection(section % pool)
      list.insertSection(section % pool, at: position)
    }
  }
}

/// What an edit needs of a list; sections and items are known by numbers.
package protocol Editable {
  var sectionIDs: [Int] { get }
  func ids(in section: Int) -> [Int]
  mutating func insert(_ rows: [TestItem], at offset: Int, in section: Int)
  mutating func remove(_ ids: [Int], from section: Int)
  mutating func update(_ row: TestItem, in section: Int)
  mutating func put(_ row: TestItem)
  mutating func replace(_ id: Int, with row: TestItem)
  mutating func move(_ id: Int, from section: Int, to offset: Int, in target: Int)
  mutating func sort(_ section: Int, by salt: Int)
  mutating func removeSection(_ section: Int)
  mutating func insertSection(_ section: Int, at position: Int)
  mutating func moveSection(_ section: Int, to position: Int)
}

extension Editable {
  func id(at offset: Int, in section: Int) -> Int? {
    let ids = ids(in: section)
    return ids.isEmpty ? nil : ids[offset % ids.count]
  }
}
