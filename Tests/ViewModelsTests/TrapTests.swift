import ListTesting
import ListViewModelsTestSupport
import Testing

@testable import ListEngine
@testable import ViewModels

/// Programming errors end the program, and say why. Each runs in a process of its own.
@Suite("Traps", .timeLimit(.minutes(10)))
struct TrapTests {
  @Test("a strict list view without a handler stops with UIKit's words")
  func strictListView() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let view = StrictListView(dataSource: ThreeItems())
      view.layoutIfNeeded()
      view.insertItems(at: [[0, 0]])
    }
    expect(result, says: "Invalid update: invalid number of items in section 0.")
  }

  @Test("an index path that a list does not have traps and says so")
  func missingIndexPath() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      _ = SectionedList<MovieSection, Movie>(sections: [.popular])[[1, 0]]
    }
    expect(result, says: "there is no section at this index path")
  }

  @Test("a list that may load nothing traps and says so")
  func noLoads() async {
    let loads = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Loads<Int, Int, Int>(maximumLoads: 0, maximumPagesWithoutNewItems: 1, sections: [])
    }
    expect(loads, says: "at least one load must be allowed to run")
    let pages = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SectionPaging(maximumPagesWithoutNewItems: 0)
    }
    expect(pages, says: "at least one page must be allowed to add nothing")
  }

  private func expect(_ result: ExitTest.Result?, says text: String) {
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains(text))
  }
}

@MainActor
private final class ThreeItems: ListDataSource {
  let numberOfSections = 1
  func numberOfItems(inSection _: Int) -> Int { 3 }
}
