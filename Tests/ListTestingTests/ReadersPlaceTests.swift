import Foundation
import ListEngine
import ListTesting
import ListViewModelsTestSupport
import Testing

@MainActor
@Suite("The reader's place", .leavesNothing)
struct ReadersPlaceTests {
  let list = PagedList<String, TestItem>(sections: ["a", "b"]) { _, _ in Page(items: [], isLast: true) }
  let view: StrictListView

  init() {
    view = StrictListView.reporting(list)
    view.itemsOnScreen = 3
    list.edit {
      $0.append((10..<20).map { TestItem($0) }, to: "a")
      $0.append((20..<30).map { TestItem($0) }, to: "b")
    }
  }

  @Test("is kept when items come and go above it, also in sections above; a view that does not keep it moves on")
  func kept() {
    let binding = list.bind(to: view)
    view.scroll(to: [1, 2])
    #expect(view.cellsInSight == ["22", "23", "24"])
    list.edit { $0.insert([TestItem(1), TestItem(2)], at: 0, in: "a") }
    #expect(view.cellsInSight == ["20", "21", "22"], "as a list view does that is not told otherwise")
    view.scroll(to: [1, 2])
    view.keepsPlace = true
    list.edit { $0.insert((3..<9).map { TestItem($0) }, at: 0, in: "a") }
    list.edit { $0.remove([20, 15], from: "b") }
    #expect(view.cellsInSight == ["22", "23", "24"])
    list.edit { $0.moveSection("b", to: 0) }
    list.edit { $0.move(29, from: "b", to: 0, in: "b") }
    #expect(view.cellsInSight == ["22", "23", "24"])
    withExtendedLifetime(binding) {}
  }

  @Test("is that of the next item that stays, where the first one has gone; what comes below changes nothing")
  func next() {
    view.keepsPlace = true
    let binding = list.bind(to: view)
    view.scroll(to: [0, 5])
    list.edit {
      $0.remove([15], from: "a")
      $0.insert([TestItem(1)], at: 0, in: "a")
      $0.insert([TestItem(2)], .after(16), in: "a")
    }
    #expect(view.cellsInSight == ["14", "16", "2"])
    list.edit { $0.append([TestItem(40)], to: "b") }
    #expect(view.cellsInSight == ["14", "16", "2"])
    withExtendedLifetime(binding) {}
  }

  @Test("a change above it is not animated; one below it is")
  func animation() {
    view.keepsPlace = true
    view.animation = .manual
    let binding = list.bind(to: view)
    view.scroll(to: [0, 5])
    list.edit { $0.insert([TestItem(1)], at: 0, in: "a") }
    #expect(view.runningAnimations == 0)
    list.edit { $0.append([TestItem(2)], to: "a") }
    #expect(view.runningAnimations == 1)
    view.finishAnimations()
    withExtendedLifetime(binding) {}
  }

  @Test("after any update, an item that has stayed stands where the update says")
  func places() {
    var random = SeededGenerator(seed: SeededGenerator.seed(for: "places"))
    for _ in 0..<300 {
      let old = list.items
      list.edit { new in
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let section = ["a", "b"].randomElement(using: &random)!
          let id = Int.random(in: 0..<60, using: &random)
          switch Int.random(in: 0..<5, using: &random) {
          case 0: new.insert([TestItem(id)], at: Int.random(in: 0..<12, using: &random), in: section)
          case 1: new.remove([id], from: section)
          case 2: new.move(id, from: section, to: 0, in: section == "a" ? "b" : "a")
          case 3: new.move(id, from: section, to: 3, in: section)
          default: new.moveSection(section, to: 0)
          }
        }
      }
      let new = list.items
      let batch = new.difference(from: old)
      let update = ListUpdate.batch(batch)
      for section in old.sections {
        for item in old.items(in: section) {
          guard let before = old.indexPath(of: item.id, in: section), let place = update.place(of: before) else {
            continue
          }
          #expect(new[place].id == item.id)
        }
      }
      let stayed = old.sections.flatMap { s in old.items(in: s).filter { new.indexPath(of: $0.id, in: s) != nil } }
      let placed = old.sections.flatMap { section in
        old.items(in: section).filter { item in
          old.indexPath(of: item.id, in: section).flatMap { update.place(of: $0) } != nil
        }
      }
      if batch.deletedSections.isEmpty { #expect(placed.count >= stayed.count) }
    }
  }
}
