import ListEngine
import ListTesting
import ListViewModelsTestSupport
import Testing

/// The names of Apple's samples, and of most apps. They must not clash with those of the protocol.
private enum Section: CaseIterable, Sendable { case basic }
private struct Item: Identifiable, Equatable, Sendable { let id: String }

@MainActor
private final class ImagesViewModel: PagedListViewModel {
  let pages = PagedList<Section, Item>(sections: Section.allCases) { _, page in
    Page(items: [Item(id: "\(page.number)")], isLast: true)
  }.withoutTimeLimit()

  func title(of section: Section) -> String { "\(section)" }
}

@MainActor
@Suite("A view model with an app's own Section and Item", .leavesNothing)
struct OwnSectionTests {
  @Test("an app's own types called Section and Item can be what a view model is of")
  func ownTypes() async {
    let viewModel = ImagesViewModel()
    viewModel.loadNextPage(in: .basic)
    await viewModel.settled()
    #expect(viewModel.items(in: .basic).map(\.id) == ["1"])
    #expect(viewModel.title(of: viewModel.sections[0]) == "basic")
  }

  @Test("a list without a view model of its own offers all that a screen does")
  func listAlone() async {
    let list = PagedList<Section, Item>(sections: [.basic]) { _, _ in Page(items: [Item(id: "a")], isLast: true) }
      .withoutTimeLimit()
    let view = StrictListView.reporting(list) { list.item(at: $0)?.id ?? "" }
    let token = list.bind(to: view)
    var insertions = 0
    let observer = list.insertions.sink { insertions += $1.count }
    list.loadFirstPages()
    await list.settled()
    #expect(view.cells == [["a"]] && insertions == 1)
    observer.cancel()
    token.cancel()
  }
}
