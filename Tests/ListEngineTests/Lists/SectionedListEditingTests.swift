import Foundation
import ListViewModelsTestSupport
import Testing

@testable import ListEngine

private struct Photo: Identifiable, Equatable, Sendable {
  var id: Int
  var likes = 0
}

/// What a sectioned list must do, done with arrays.
private struct PlainModel {
  var sections: [(name: String, photos: [Photo])] = []
  var repeats: [String: Int] = [:]

  subscript(name: String) -> [Photo] {
    get { sections.first { $0.name == name }?.photos ?? [] }
    set { sections[sections.firstIndex { $0.name == name } ?? 0].photos = newValue }
  }

  /// Puts a photo into the place of the one with this id; if both are there, into its own.
  mutating func replace(_ id: Int, with photo: Photo, in name: String) -> Bool {
    let offset = { [self] id in self[name].firstIndex { $0.id == id } }
    guard let place = offset(photo.id) ?? offset(id) else { return false }
    self[name][place] = photo
    if id != photo.id { self[name].removeAll { $0.id == id } }
    return true
  }
}

@Suite("Editing a sectioned list")
struct SectionedListEditingTests {
  private func expect(_ list: SectionedList<String, Photo>, like model: PlainModel) {
    list.checkInvariants()
    #expect(list.sections == model.sections.map(\.name))
    #expect(list.numberOfItems == model.sections.reduce(0) { $0 + $1.photos.count })
    for (position, section) in model.sections.enumerated() {
      #expect(list.position(of: section.name) == position)
      #expect(list.items(in: section.name).elementsEqual(section.photos))
      #expect(list.numberOfItems(inSection: position) == section.photos.count)
      #expect(list.numberOfRepeatsDropped(in: section.name) == model.repeats[section.name, default: 0])
    }
  }

  @Test("random edits leave what they leave in plain arrays; copies stay as they were", arguments: [30, 3_000])
  func agreesWithArrays(scale: Int) async {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    let names = ["A", "B", "C", "D", "E"]
    for _ in 0..<(scale == 30 ? 40 : Depth.isAll ? 20 : 2) {
      await Task.yield()  // other tests run on this thread, too
      var list = SectionedList<String, Photo>(sections: ["A", "B"])
      var model = PlainModel(sections: [("A", []), ("B", [])])
      var kept = (list, model)
      for step in 0..<60 {
        if step % 20 == 10 { kept = (list, model) }
        edit(&list, &model, names: names, scale: scale, using: &random)
        expect(list, like: model)
      }
      expect(kept.0, like: kept.1)
    }
  }

  private func edit(
    _ list: inout SectionedList<String, Photo>, _ model: inout PlainModel, names: [String], scale: Int,
    using random: inout SeededGenerator
  ) {
    let missing = names.filter { name in !model.sections.contains { $0.name == name } }
    guard let name = model.sections.map(\.name).randomElement(using: &random) else {
      list.insertSections(missing)
      return model.sections = missing.map { ($0, []) }
    }
    let photos = model[name]
    let some = (0..<Int.random(in: 0...scale / 3, using: &random)).map { _ in
      Photo(id: Int.random(in: 0..<scale * 2, using: &random))
    }
    var seen = Set(photos.map(\.id))
    let new = some.filter { seen.insert($0.id).inserted }
    let place = Int.random(in: 0...photos.count, using: &random)
    switch Int.random(in: 0..<17, using: &random) {
    case 0, 1:
      #expect(list.append(some, to: name) == photos.count..<photos.count + new.count)
      model[name] += new
      model.repeats[name, default: 0] += some.count - new.count
    case 2:
      #expect(list.insert(some, at: place, in: name) == place..<place + new.count)
      model[name].insert(contentsOf: new, at: place)
      model.repeats[name, default: 0] += some.count - new.count
    case 3, 4:
      let gone = Set(some.map(\.id))
      list.remove(some.map(\.id), from: name)
      model[name].removeAll { gone.contains($0.id) }
    case 5:
      list.sort(name) { $0.id % 7 < $1.id % 7 }
      model[name] = photos.enumerated().sorted { ($0.1.id % 7, $0.0) < ($1.1.id % 7, $1.0) }.map(\.1)
    case 6:
      guard let photo = photos.randomElement(using: &random) else { return }
      #expect(list.update(Photo(id: photo.id, likes: photo.likes + 1), in: name) == true)
      model[name][photos.firstIndex(of: photo) ?? 0].likes += 1
    case 7, 8:
      guard let other = model.sections.randomElement(using: &random) else { return }
      guard let offset = photos.indices.randomElement(using: &random) else { return }
      let limit = other.photos.count - (other.name == name ? 1 : 0)
      let place = Int.random(in: 0...limit, using: &random)
      let isThere = other.name != name && other.photos.contains { $0.id == photos[offset].id }
      #expect(list.move(photos[offset].id, from: name, to: place, in: other.name) == true)
      let photo = model[name].remove(at: offset)
      if isThere {
        model.repeats[other.name, default: 0] += 1
      } else {
        model[other.name].insert(photo, at: place)
      }
    case 9:
      list.removeSection(name)
      model.sections.removeAll { $0.name == name }
      model.repeats[name] = nil
    case 10:
      let place = Int.random(in: 0..<model.sections.count, using: &random)
      list.moveSection(name, to: place)
      let moved = model.sections.firstIndex { $0.name == name }.map { model.sections.remove(at: $0) }
      model.sections.insert(moved ?? (name, []), at: place)
    case 11, 12:
      let wanted = replacement(of: photos, with: some, using: &random)
      list.replaceItems(in: name, with: wanted)
      var kept: Set<Int> = []
      model[name] = wanted.filter { kept.insert($0.id).inserted }
      model.repeats[name] = wanted.count - kept.count
    case 13:
      let id = photos.randomElement(using: &random)?.id ?? 0
      let photo = Photo(id: some.first.map { $0.id % 2 == 0 ? $0.id : id } ?? place, likes: 9)
      #expect(list.replace(id, with: photo, in: name) == model.replace(id, with: photo, in: name))
    case 14:
      let id = photos.randomElement(using: &random)?.id ?? 0
      let photo = Photo(id: some.first?.id ?? id, likes: 9)
      let isHeld = model.sections.map(\.name).filter { model.replace(id, with: photo, in: $0) } != []
      #expect(list.replace(id, with: photo) == isHeld)
    default:
      let place = Int.random(in: 0...model.sections.count, using: &random)
      list.insertSections(missing.prefix(2), at: place)
      model.sections.insert(contentsOf: missing.prefix(2).map { ($0, []) }, at: place)
    }
  }

  /// What a section could hold next: much the same, in another order, with other contents, or with repeats.
  private func replacement(of photos: [Photo], with some: [Photo], using random: inout SeededGenerator) -> [Photo] {
    let cut = Int.random(in: 0...photos.count, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return some + photos
    case 1: return photos + some
    case 2: return Array(photos[cut...] + photos[..<cut])
    case 3: return photos.reversed()
    case 4: return photos.shuffled(using: &random) + some
    case 5: return photos.map { Photo(id: $0.id, likes: $0.likes + Int.random(in: 0...1, using: &random)) }
    case 6: return photos.filter { _ in Int.random(in: 0..<20, using: &random) > 0 }
    case 7: return Array(photos[..<cut] + some + photos[cut...])
    default: return some
    }
  }

  @Test("what cannot be moved or updated is said and changes nothing")
  func refusals() {
    var list = SectionedList<String, Photo>(sections: ["A", "B"])
    list.append([Photo(id: 1), Photo(id: 2)], to: "A")
    list.append([Photo(id: 2)], to: "B")
    #expect(list.move(9, from: "A", to: 0, in: "B") == false)
    #expect(list.move(2, from: "A", to: 0, in: "C") == false)
    #expect(list.update(Photo(id: 9), in: "A") == false)
    list.remove([9], from: "A")
    expect(list, like: PlainModel(sections: [("A", [Photo(id: 1), Photo(id: 2)]), ("B", [Photo(id: 2)])]))
  }

  @Test("an item that is moved to one with its id is removed where it was, and the other one stays as it is")
  func movedToItself() {
    var list = SectionedList<String, Photo>(sections: ["A", "B"])
    list.append([Photo(id: 1), Photo(id: 2)], to: "A")
    list.append([Photo(id: 3), Photo(id: 2, likes: 7)], to: "B")
    #expect(list.move(2, from: "A", .first, in: "B") == true)
    let sections = [("A", [Photo(id: 1)]), ("B", [Photo(id: 3), Photo(id: 2, likes: 7)])]
    expect(list, like: PlainModel(sections: sections, repeats: ["B": 1]))
  }

  @Test("newer items take the places between the first and the last one that both have; what is placed there stays")
  func joining() {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    for _ in 0..<1_000 {
      func some(_ limit: Int) -> [Int] { Array((0..<12).shuffled(using: &random).prefix(.random(in: 0..<limit))) }
      let (held, newer, placed) = (some(9), some(6), Set(some(6)))
      let (leavesFront, leavesBack) = (Bool.random(using: &random), Bool.random(using: &random))
      var list = SectionedList<String, Photo>(sections: ["A"])
      list.append(held.map { Photo(id: $0) }, to: "A")
      let joined = list.join(
        newer.map { Photo(id: $0, likes: 1) }, to: "A", leavingFront: leavesFront, back: leavesBack, keeping: placed)
      let shared = held.indices.filter { newer.contains(held[$0]) }
      guard let first = shared.first, let last = shared.last else {
        #expect(joined == nil && list.items(in: "A").map(\.id) == held)
        continue
      }
      let (front, back) = (leavesFront ? held[..<first] : [], leavesBack ? held[(last + 1)...] : [])
      let kept = held.dropFirst(front.count).dropLast(back.count).filter { placed.contains($0) && !newer.contains($0) }
      let start = front.count + (leavesFront ? kept.count : 0)
      #expect(joined?.front == front.count && joined?.back == back.count)
      #expect(joined?.new == start..<start + newer.count)
      let expected = front + (leavesFront ? kept + newer : newer + kept) + back
      let photos = expected.map { Photo(id: $0, likes: newer.contains($0) ? 1 : 0) }
      expect(list, like: PlainModel(sections: [("A", photos)]))
    }
  }

  @Test("a section taken out and put in again starts empty")
  func sectionComesBack() {
    var list = SectionedList<String, Photo>(sections: ["A", "B"])
    list.append([Photo(id: 1)], to: "A")
    list.removeSection("A")
    list.insertSections(["A"], at: 0)
    expect(list, like: PlainModel(sections: [("A", []), ("B", [])]))
    #expect(list["A", 1] == nil)
  }

  @Test("editing a section that has gone changes nothing")
  func goneSection() {
    var list = SectionedList<String, TestItem>(sections: ["a"])
    list.append([TestItem(1)], to: "a")
    #expect(list.append([TestItem(1)], to: "x").isEmpty && list.insert([TestItem(1)], at: 7, in: "x").isEmpty)
    #expect(!list.update(TestItem(1), in: "x") && !list.move(1, from: "a", to: 0, in: "x"))
    list.replaceItems(in: "x", with: [TestItem(2)])
    list.remove([1], from: "x")
    list.sort("x") { $0.id < $1.id }
    list.moveSection("x", to: 0)
    list.removeSection("x")
    list.checkInvariants()
    #expect(list.sections == ["a"] && list.items(in: "a").map(\.id) == [1])
  }

  @Test(
    "items that keep their places beside one that moves are replaced by the new ones, in a section of several leaves")
  func replacedContents() {
    // With a second section that holds something, the first one is not made from nothing.
    var list = SectionedList<String, TestItem>(sections: ["A", "B"])
    list.append((0..<200).map { TestItem($0) }, to: "A")
    list.append([TestItem(1)], to: "B")
    var items = (0..<200).map { TestItem($0, "new") }
    items.insert(items.remove(at: 100), at: 50)
    list.replaceItems(in: "A", with: items)
    #expect(Array(list.items(in: "A")) == items)
  }

  @Test("items inserted one by one at one place never make a leaf too long")
  func crowdedLeaf() {
    var list = SectionedList<String, TestItem>(sections: ["A"])
    list.append((0..<40).map { TestItem($0) }, to: "A")
    for id in 100..<200 {
      list.insert([TestItem(id)], at: 10, in: "A")
      list.checkInvariants()
    }
    #expect(list.items(in: "A").map(\.id) == Array(0..<10) + (100..<200).reversed() + Array(10..<40))
  }

  @Test("a branch that loses most of its leaves, or all, or takes in many at once, is as long as it has to be")
  func branches() {
    let width = ItemTree<TestItem>.leafWidth
    let full = width * ItemTree<TestItem>.branchWidth
    func list(_ count: Int) -> SectionedList<String, TestItem> {
      var list = SectionedList<String, TestItem>(sections: ["A"])
      list.append((0..<count).map { TestItem($0) }, to: "A")
      return list
    }
    // Of the first of three branches less than half is left.
    var short = list(3 * full)
    short.remove(0..<full / 2 + width, from: "A")
    short.checkInvariants()
    #expect(short.items(in: "A").map(\.id) == Array(full / 2 + width..<3 * full))
    // The last branch goes.
    var last = list(full + 10)
    last.remove(full..<full + 10, from: "A")
    last.checkInvariants()
    last.append([TestItem(-1)], to: "A")
    last.checkInvariants()
    #expect(last.items(in: "A").map(\.id) == Array(0..<full) + [-1])
    // More leaves than two branches take come in at once.
    var long = list(40)
    long.insert((1_000..<10_000).map { TestItem($0) }, at: 20, in: "A")
    long.checkInvariants()
    #expect(long.items(in: "A").map(\.id) == Array(0..<20) + Array(1_000..<10_000) + Array(20..<40))
  }
}
