import Foundation
import ListEngine
import ListTesting
import ListViewModelsTestSupport
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
}
