import ListEngine

// What one answer, or one deed, makes of the items that stand there.

extension ShownHistory.Answer {
  /// Whether it knows the edit with this number among its section's, and stands on top of it.
  func isAbove(_ edit: Int) -> Bool { knows.indices.contains(edit) && knows[edit] }

  /// - Returns: The items that have come in before the others; nil if those that stood first are no longer there.
  func make(on items: inout [TestItem], gone: inout Set<Int>, placed: inout Set<Int>) -> [Int]? {
    defer { placed.subtract(page.map(\.id)) }
    var once: [TestItem] = []
    for item in page where !once.contains(where: { $0.id == item.id }) { once.append(item) }
    let new = once.filter { new in !gone.contains(new.id) && !items.contains { $0.id == new.id } }
    switch kind {
    case .appends: items += new
    case .prepends:
      items = new + items
      return new.map(\.id)
    case .joins(let leavesFront, let leavesBack):
      let shared = items.indices.filter { index in page.contains { $0.id == items[index].id } }
      guard let first = shared.first, let last = shared.last else { fallthrough }
      gone.subtract(page.map(\.id))
      let (front, back) = (leavesFront ? items[..<first] : [], leavesBack ? items[(last + 1)...] : [])
      let between = items[front.count..<(items.count - back.count)]
      let kept = between.filter { item in placed.contains(item.id) && !page.contains { $0.id == item.id } }
      items = front + (leavesFront ? kept + once : once + kept) + back
      return front.isEmpty ? nil : []
    case .replaces:
      (items, gone, placed) = (once, [], [])
      return nil
    case .seeds: (items, placed) = (once.filter { !gone.contains($0.id) }, [])
    }
    return []
  }
}

extension ShownHistory.Deed {
  /// The same with an offset that there is.
  func possible(among items: [TestItem]) -> Self {
    switch self {
    case .insert(let new, let place): .insert(new, place.mapped { min(max(0, $0), items.count) })
    case .arrive(let id, let place): .arrive(id, place.mapped { min(max(0, $0), items.count) })
    case .move(let id, let place):
      .move(id, place.mapped { min(max(0, $0), items.count { $0.id != id }) })
    case .set(let all, _): .set(all, without: Set(items.map(\.id)).subtracting(all.map(\.id)))
    case .remove, .update, .replace, .order, .sort, .leave: self
    }
  }

  func shifted(by count: Int) -> Self {
    switch self {
    case .insert(let items, let place): .insert(items, place.mapped { $0 + count })
    case .move(let id, let place): .move(id, place.mapped { $0 + count })
    case .remove, .update, .replace, .order, .sort, .set, .leave, .arrive: self
    }
  }

  /// The items that it is about. An order is about none: it puts what is there.
  var ids: Set<Int> {
    switch self {
    case .insert(let items, _): Set(items.map(\.id))
    case .update(let item): [item.id]
    case .replace(let old, let item): [old, item.id]
    case .set(let items, let without): without.union(items.map(\.id))
    case .remove(let id), .move(let id, _), .leave(let id), .arrive(let id, _): [id]
    case .order, .sort: []
    }
  }

  var isRemoval: Bool {
    switch self {
    case .remove, .leave: true
    case .set(_, let without): !without.isEmpty
    case .replace(let old, let item): old != item.id
    case .insert, .update, .move, .order, .sort, .arrive: false
    }
  }

  var isSet: Bool { if case .set = self { true } else { false } }

  func make(on items: inout [TestItem], gone: inout Set<Int>, placed: inout Set<Int>) {
    switch self {
    case .insert(let new, let place):
      gone.subtract(ids)
      placed.formUnion(ids)
      var held = Set(items.map(\.id))
      items.insert(contentsOf: new.filter { held.insert($0.id).inserted }, at: offset(of: place, in: items))
    case .remove(let id):
      gone.insert(id)
      placed.remove(id)
      items.removeAll { $0.id == id }
    case .update(let item): items = items.map { $0.id == item.id ? item : $0 }
    case .replace(let old, let item):
      guard items.contains(where: { ids.contains($0.id) }) else { return }
      gone = gone.union([old]).subtracting([item.id])
      placed = placed.subtracting([old]).union([item.id])
      let replaced = items.contains { $0.id == item.id } ? item.id : old
      items = items.compactMap { $0.id == replaced ? item : $0.id == old ? nil : $0 }
    case .set(let all, let without):
      gone = gone.union(without).subtracting(all.map(\.id))
      placed = placed.subtracting(without).union(all.map(\.id))
      items = all
    case .order(let ids):
      var ordered = ids.compactMap { id in items.first { $0.id == id } }[...]
      items = items.map { ids.contains($0.id) ? ordered.removeFirst() : $0 }
    case .move(let id, let place):
      placed.insert(id)
      guard let old = items.firstIndex(where: { $0.id == id }) else { return }
      let item = items.remove(at: old)
      switch place {
      case .before(id, _), .after(id, _): items.insert(item, at: old)
      default: items.insert(item, at: offset(of: place, in: items))
      }
    case .sort, .leave, .arrive: break  // by then it has been said what they come to
    }
  }

  private func offset(of place: ItemPlace<Int>, in items: [TestItem]) -> Int {
    let offset =
      switch place {
      case .first: 0
      case .last: items.count
      case .offset(let offset): offset
      case .before(let id, let fallback): items.firstIndex { $0.id == id } ?? fallback ?? items.count
      case .after(let id, let fallback): items.firstIndex { $0.id == id }.map { $0 + 1 } ?? fallback ?? items.count
      }
    return min(max(0, offset), items.count)
  }
}

extension ItemPlace<Int> {
  fileprivate func mapped(_ offset: (Int) -> Int) -> ItemPlace {
    switch self {
    case .first, .last: self
    case .offset(let old): .offset(offset(old))
    case .before(let id, let fallback): .before(id, orAt: fallback.map(offset))
    case .after(let id, let fallback): .after(id, orAt: fallback.map(offset))
    }
  }
}
