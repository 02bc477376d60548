import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

/// A list view goes from one model to another, as a carousel in a reused cell does.
@MainActor
@Suite("A view that goes from one model to another", .leavesNothing)
struct WanderingViewTests {
  /// What the cell shows now.
  private final class Cell: ListDataSource {
    var model: CountModel
    init(_ model: CountModel) { self.model = model }
    var numberOfSections: Int { model.numberOfSections }
    func numberOfItems(inSection section: Int) -> Int { model.numberOfItems(inSection: section) }
  }

  let one = CountModel(0)
  let two = CountModel(0)
  let first = SerialGate()
  let second = SerialGate()

  @Test("the first one's animation runs when the second is bound: no batch opens in it, the view counts instead")
  func duringAnAnimation() async {
    let cell = Cell(one)
    let view = StrictListView.manual(cell)
    var token = first.bind(to: view)
    first.enqueue(one.insertion())
    cell.model = two
    token = second.bind(to: view)
    second.enqueue(two.insertion(of: 2))
    #expect(two.counts == [2], "nobody waits for another gate's animation")
    #expect(view.numberOfItems(inSection: 0) == 2 && view.violations == [])
    view.finishAnimations()
    second.enqueue(two.insertion())
    #expect(view.runningAnimations == 1, "from now on it animates")
    view.finishAnimations()
    #expect(view.numberOfItems(inSection: 0) == 3 && view.violations == [])
    token.cancel()
  }

  @Test("the older model lets go of the view, also while its token lives and its animation never ends")
  func olderToken() async {
    let cell = Cell(one)
    let view = StrictListView.manual(cell)
    var cancellables: Set<AnyCancellable> = []
    first.bind(to: view).store(in: &cancellables)
    first.enqueue(one.insertion())
    first.enqueue(one.insertion())
    cell.model = two
    second.bind(to: view).store(in: &cancellables)
    await first.nextTurns()
    #expect(one.counts == [2] && first.isIdle, "what waited for the animation is made without the view")
    first.enqueue(one.insertion())
    second.enqueue(two.insertion(of: 5))
    #expect(view.numberOfItems(inSection: 0) == 5 && view.violations == [])
    view.finishAnimations()
    cancellables = []
  }

  @Test("it comes back while what it showed last is animated: it counts, and is driven again")
  func back() async {
    let cell = Cell(one)
    let view = StrictListView.manual(cell)
    var tokens = [first.bind(to: view)]
    first.enqueue(one.insertion())
    for (model, gate) in [(two, second), (one, first), (two, second), (one, first)] {
      cell.model = model
      tokens.append(gate.bind(to: view))
      gate.enqueue(model.insertion())
      #expect(view.numberOfItems(inSection: 0) == model.counts[0])
    }
    view.finishAnimations()
    first.enqueue(one.insertion())
    view.finishAnimations()
    await first.idle()
    #expect(one.counts == [4] && two.counts == [2] && view.violations == [])
    tokens.forEach { $0.cancel() }
  }

  @Test("a loop lets go of a view that is bound to another model, and its body goes on")
  func fromALoop() async {
    let cell = Cell(one)
    let view = StrictListView.manual(cell)
    let task = Task { [changes = first.changes] in for await change in changes { await change.perform(in: view) } }
    await first.nextTurns()
    first.enqueue(one.insertion())
    await first.nextTurns()
    #expect(view.runningAnimations == 1)
    cell.model = two
    let token = second.bind(to: view)
    second.enqueue(two.insertion(of: 3))
    await first.nextTurns()
    first.enqueue(one.insertion())
    await first.nextTurns()
    #expect(one.counts == [2] && first.isIdle, "made by the loop, outside the view")
    #expect(view.numberOfItems(inSection: 0) == 3 && view.violations == [])
    view.finishAnimations()
    task.cancel()
    token.cancel()
  }

  @Test("views that have gone leave no record behind")
  func records() {
    for _ in 0..<1_000 {
      let view = StrictListView.manual(one)
      first.bind(to: view).cancel()
    }
    #expect(ViewRecord.records.count < 500)
  }
}
