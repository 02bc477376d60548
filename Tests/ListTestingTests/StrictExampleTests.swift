import Foundation
import ListEngine
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

/// The example in StrictListView's documentation, and what is said there of its mistakes.
@Suite("StrictListView's worked example")
@MainActor
struct StrictExampleTests {
  final class OrderList: ListDataSource {
    var orders: [String]
    init(orders: [String]) { self.orders = orders }
    var numberOfSections: Int { 1 }
    func numberOfItems(inSection section: Int) -> Int { orders.count }
  }

  @Test("an order that comes in while another is deleted breaks nothing")
  func orders() {
    let model = OrderList(orders: ["a", "b", "c"])
    let view = StrictListView(dataSource: model) { model.orders[$0.item] }
    view.onViolation = { Issue.record("\($0)") }
    view.layoutIfNeeded()

    view.performBatchUpdates {
      model.orders = ["b", "c", "d"]
      view.deleteItems(at: [[0, 0]])
      view.insertItems(at: [[0, 2]])
    }

    #expect(view.discrepancies == [])
    #expect(view.text == "section 0: 3 items\n  0 b\n  1 c\n  2 d")
  }

  @Test("its mistakes are found: a delete forgotten by the counts, a wrong delete by the cells")
  func mistakes() {
    for (deleted, violations, discrepancies) in [([], 1, []), ([[0, 1]], 0, ["0-0: a shown, b in the model"])]
      as [([IndexPath], Int, [String])]
    {
      let model = OrderList(orders: ["a", "b", "c"])
      let view = StrictListView(dataSource: model) { model.orders[$0.item] }
      view.onViolation = { _ in }
      view.layoutIfNeeded()
      view.performBatchUpdates {
        model.orders = ["b", "c", "d"]
        view.deleteItems(at: deleted)
        view.insertItems(at: [[0, 2]])
      }
      #expect(view.violations.count == violations)
      #expect(view.discrepancies == discrepancies)
    }
  }

  @Test("a view that is not told otherwise stops the program in UIKit's words")
  func defaultHandler() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let model = OrderList(orders: ["a"])
        let view = StrictListView(dataSource: model)
        view.performBatchUpdates {
          model.orders = []
          view.deleteItems(at: [[0, 1]])
        }
      }
    }
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      words.contains("attempt to delete item 1 from section 0 which only contains 1 items before the update"))
  }

  @Test("without a cell closure a paged list is compared by its ids, placeholders and rows")
  func ids() async throws {
    let service = ManualPages()
    let list = PagedList(sections: ["a", "b"], loadPage: service.load).withoutTimeLimit()
    list.showPlaceholders(1)
    list.showStateRows([.finished])
    let view = StrictListView(dataSource: list)
    view.layoutIfNeeded()
    #expect(view.cells == [["placeholder"], ["placeholder"]])
    let token = list.bind(to: view)
    list.loadNextPage(in: "a")
    await service.arrived(in: list)
    try service.answer("a", 1, [7, 8], isLast: true)
    await list.settled()
    #expect(view.cells == [["7", "8", "finished"], ["placeholder"]])
    token.cancel()
    // Made behind the view's back: the counts agree, and the ids do not.
    list.edit { $0.move(7, from: "a", to: 1, in: "a") }
    #expect(view.discrepancies == ["0-0: 7 shown, 8 in the model", "0-1: 8 shown, 7 in the model"])
  }

  @Test("an animation ends when its time has passed on its scheduler, and in the order in which they began")
  func timedAnimations() {
    let time = VirtualTimeScheduler()
    let model = OrderList(orders: [])
    let view = StrictListView(dataSource: model) { model.orders[$0.item] }
    view.animation = .after(.milliseconds(250), on: time)
    view.acceptsOverlaps = true
    view.layoutIfNeeded()
    var ended: [String] = []
    func append(_ order: String) {
      view.performBatchUpdates {
        model.orders.append(order)
        view.insertItems(at: [[0, model.orders.count - 1]])
      } completion: { _ in
        ended.append("\(order) at \(time.now)")
      }
    }
    append("a")
    time.advance(by: .milliseconds(100))
    append("b")
    append("c")
    view.finishNextAnimation()  // by hand, before its time: nothing is left of it for later
    #expect(ended == ["a at 0.1 seconds"])
    time.advance(by: .milliseconds(200))
    #expect(ended.count == 1 && view.runningAnimations == 2)
    time.advance(by: .milliseconds(50))
    #expect(ended == ["a at 0.1 seconds", "b at 0.35 seconds", "c at 0.35 seconds"])
  }
}
