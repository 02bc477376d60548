import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

/// What holds at the edges, where an observer, a view or a closure does what it usually does not.
@MainActor
@Suite("Edges of paging", .leavesNothing)
struct EdgeTests {
  private func silent(_ sections: [String] = ["a", "b"]) -> PagedList<String, TestItem> {
    PagedList(sections: sections) { _, _ in
      try await Task.sleep(for: .seconds(1_000_000))
      throw Refused()
    }.withoutTimeLimit()
  }

  @Test("each observer of a state finds the list in it, although the one before has edited, or let go of a change")
  func neverBehind() {
    let list = silent()
    let hold = Box<SerialGate.Hold?>(nil)
    var heard: [String] = []
    let tokens = [
      list.updates.sink { [list] _ in if hold.value == nil { hold.value = list.holdCurrentChange() } },
      list.loadStates.sink { [list] section, _ in
        list.edit { $0.removeSection(section) }
        hold.value?.release()
      },
      list.loadStates.sink { [list] section, state in
        heard.append("\(state.phase)")
        #expect(list.state(of: section) == state)
      },
    ]
    list.edit { $0.insertSections(["c"]) }
    list.edit { $0.insertSections(["d"]) }  // waits for the hold
    list.loadNextPage(in: "a")
    #expect(heard.prefix(2) == ["loading(page: 1)", "idle"] && list.sections == ["b", "c", "d"])
    for token in tokens { token.cancel() }
  }

  @Test("every state is told, also where an observer of the updates edits")
  func everyState() async {
    let list = PagedList<String, TestItem>(sections: ["a"]) { _, page in
      Page(page.number * 2..<page.number * 2 + 2, number: page.number)
    }.withoutTimeLimit()
    var heard: [LoadState.Phase] = [], edits = 0
    let tokens = [
      list.loadStates.sink { heard.append($0.1.phase) },
      list.updates.sink { [list] _ in
        edits += 1
        if edits < 3 { list.edit { $0.sort("a") { $0.id > $1.id } } }
      },
    ]
    list.fill("a", with: 6)
    await list.settled()
    #expect(heard == [.loading(page: 1), .idle, .loading(page: 2), .idle, .loading(page: 3), .idle])
    for token in tokens { token.cancel() }
  }

  @Test("what sections are loaded from, and what makes sections of it, is let go of when they are there")
  func sectionsLoader() async {
    weak var left: PagedList<String, TestItem>?
    do {
      let list = silent([])
      left = list
      list.loadSections {
        1
      } apply: { [list] _ in
        _ = list.sections
        return []
      }
      await list.settled()
    }
    await Turns.run(8)
    #expect(left == nil)
  }

  @Test("an edit that takes sections out and puts them in again tells no batch that is known to crash")
  func renewedSections() async {
    let list = PagedList<String, TestItem>(sections: ["a", "b"]) { _, _ in Page([], isLast: true) }.withoutTimeLimit()
    list.loadFirstPages()
    await list.settled()
    list.showStateRows(.empty)
    let view = StrictListView.reporting(list) { "\($0)" }
    view.onWarning = { Issue.record("\($0)") }
    let binding = list.bind(to: view)
    list.edit { list in
      list.removeSections(list.sections)
      list.insertSections(["b", "a", "c"])
    }
    #expect(list.numberOfItems(in: "a") == 0 && view.discrepancies == [])
    binding.cancel()
  }

  @Test("until the first page is there, a second seed takes the place of the first", arguments: [1, 2, 3])
  func secondSeed(next: Int) {
    let list = silent()
    list.seed("a", [TestItem(1)], next: PageKey(number: next))
    list.loadNextPage(in: "a")
    list.seed("a", [TestItem(2)], next: PageKey(number: next))
    #expect(list.items(in: "a").map(\.id) == [2] && list.loadsInFlight == (next == 1 ? 1 : 0))
    list.cancel("a")
  }

  @Test("no index path traps: what is not there is no item")
  func itemAt() {
    let list = silent()
    list.seed("a", [TestItem(1)], next: nil)
    #expect(list.item(at: [0, 0])?.id == 1)
    for path in [[0, 1], [0, -1], [1, 0], [2, 0], [-1, 0]] as [[Int]] {
      #expect(list.item(at: [path[0], path[1]]) == nil)
    }
  }

  @Test("who waits for a list to settle is woken when it has, and not before")
  func wakes() async {
    let list = silent()
    list.loadNextPage(in: "a")
    var asked = 0
    let waiting = Task {
      await list.wait { list in
        asked += 1
        return list.isWaitedFor
      }
    }
    await Turns.run(2)
    for id in 0..<20 {
      list.edit { $0.insert([TestItem(id)], .last, in: "b") }
      await Turns.run(1)
    }
    #expect(asked == 1)
    list.cancel("a")
    await waiting.value
    #expect(asked == 2)
  }

  @Test("an edit, a seed and a page look at their section, however many there are")
  func manySections() async {
    let counter = CountedID.Counter()
    func work(_ count: Int) async -> [(hashes: Int, comparisons: Int)] {
      let sections = (0..<count).map { CountedID($0, counter) }
      let list = PagedList<CountedID, TestItem>(sections: sections) { section, _ in
        Page([section.number], isLast: true)
      }.withoutTimeLimit()
      list.loadFirstPages()
      await list.settled()
      let edit = counter.work { list.edit { $0.append([TestItem(-1)], to: sections[1]) } }
      let seed = counter.work { list.seed(sections[2], [TestItem(-2)], next: nil) }
      let rows = counter.work { list.edit { $0.remove([-1], from: sections[1]) } }
      return [edit, seed, rows]
    }
    let (few, many) = (await work(10), await work(1_000))
    for (few, many) in zip(few, many) {
      #expect(many.hashes <= 2 * few.hashes + 20)
      #expect(many.comparisons < few.comparisons + 500, "less than one a section, however unlucky the hashes are")
    }
  }
}
