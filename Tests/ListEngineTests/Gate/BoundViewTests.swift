import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

@MainActor
@Suite("Bound views", .leavesNothing)
struct BoundViewTests {
  let gate = SerialGate()
  let model = CountModel(3, 0)

  @Test("binding reloads and counts, so that the first insert fits")
  func bindCounts() {
    let view = StrictListView.manual(model)
    let token = gate.bind(to: view)
    gate.enqueue(model.insertion(of: 2))
    #expect(view.violations.isEmpty)
    #expect(view.numberOfItems(inSection: 0) == 5)
    token.cancel()
  }

  @Test("a view that is bound twice is told once; the first token has no say any more")
  func boundTwice() async {
    let view = StrictListView.manual(model)
    let first = gate.bind(to: view)
    let second = gate.bind(to: view)
    gate.enqueue(model.insertion(of: 2))
    view.finishAnimations()
    first.cancel()
    await gate.nextTurn()
    gate.enqueue(model.insertion())
    #expect(view.violations.isEmpty)
    #expect(view.batches == 2)
    #expect(view.numberOfItems(inSection: 0) == 6)
    second.cancel()
  }

  @Test("the change is made inside the view's update, and observers hear of it after the block has returned")
  func insideTheUpdate() {
    let view = WatchedView(model)
    let token = gate.bind(to: view)
    var log: [String] = []
    (view.beforeCommit, view.afterUpdate) = ({ log.append("open") }, { log.append("close") })
    let observer = gate.updates.sink { _ in log.append("observer") }
    gate.enqueue {
      log.append("change")
      return .reload(section: 0)
    }
    #expect(log == ["open", "change", "close", "observer"])
    observer.cancel()
    token.cancel()
  }

  @Test("one at a time: a change waits until the animation of the last one is over")
  func waitsForAnimation() {
    let view = StrictListView.manual(model)
    let token = gate.bind(to: view)
    gate.enqueue(model.insertion())
    gate.enqueue(model.insertion(in: 1))
    #expect(model.counts == [4, 0])
    view.finishNextAnimation()
    #expect(model.counts == [4, 1])
    #expect(view.overlappingBatches == 0)
    token.cancel()
  }

  ///     gate               first view     second view
  ///     makes change 1     animates       animates
  ///     change 2 waits     ·              ends
  ///     makes change 2     ends           ·
  ///     ·                  animates       animates
  @Test("two views: their updates nest, the change is made in the innermost, the next one waits for both")
  func twoViews() {
    let first = StrictListView.manual(model)
    let second = StrictListView.manual(model)
    let tokens = [gate.bind(to: first), gate.bind(to: second)]
    gate.enqueue(model.insertion())
    gate.enqueue(model.insertion())
    #expect(model.counts == [4, 0])
    second.finishAnimations()
    #expect(model.counts == [4, 0])
    first.finishAnimations()
    #expect(model.counts == [5, 0])
    #expect(first.violations.isEmpty && second.violations.isEmpty)
    #expect(first.numberOfItems(inSection: 0) == 5 && second.numberOfItems(inSection: 0) == 5)
    tokens.forEach { $0.cancel() }
  }

  @Test("a view with sections of its own ahead is told shifted sections")
  func sectionOffset() {
    let view = StrictListView.manual(StackedLists(CountModel(1), model))
    let own = GatedModel(CountModel(1), SerialGate(sharing: gate))
    let tokens = [own.bind(to: view), gate.bind(to: view, below: own)]
    gate.enqueue(model.insertion(of: 2, in: 1))
    view.finishAnimations()
    gate.enqueue { .reload(section: 1) }
    #expect(view.violations.isEmpty)
    #expect(view.numberOfItems(inSection: 2) == 2)
    tokens.forEach { $0.cancel() }
  }

  ///     gate               binding        view
  ///     makes change 1     first          animates
  ///     change 2 waits     cancelled      ·
  ///     change 2 waits     second         ·
  ///     makes change 2     ·              ends
  @Test("unbinding and binding again in one turn: told once, consistent")
  func rebind() async {
    let view = StrictListView.manual(model)
    var token = gate.bind(to: view)
    gate.enqueue(model.insertion())
    gate.enqueue(model.insertion())
    token.cancel()
    token = gate.bind(to: view)
    #expect(model.counts == [4, 0])
    view.finishAnimations()
    await gate.idle()
    #expect(model.counts == [5, 0])
    #expect(view.violations.isEmpty)
    #expect(view.numberOfItems(inSection: 0) == 5)
    token.cancel()
  }

  ///     gate               binding        turn
  ///     makes change 1     first          this one
  ///     change 2 waits     dropped        ·
  ///     makes change 2     ·              the next one
  @Test("dropping the token in the middle of an animation begins nothing inside the call")
  func cancelBeginsLater() async {
    let view = StrictListView.manual(model)
    var token: AnyCancellable? = gate.bind(to: view)
    gate.enqueue(model.insertion())
    gate.enqueue(model.insertion())
    token = nil
    #expect(model.counts == [4, 0])
    await gate.nextTurn()
    #expect(model.counts == [5, 0])
    #expect(token == nil)
  }

  @Test("a view that is deallocated in the middle of its animation stops nothing")
  func viewGone() async {
    var view: StrictListView? = .manual(model)
    let token = view.map { gate.bind(to: $0) }
    gate.enqueue(model.insertion())
    gate.enqueue(model.insertion())
    #expect(model.counts == [4, 0])
    view = nil
    await gate.nextTurn()
    #expect(model.counts == [5, 0])
    token?.cancel()
  }

  @Test("a completion that is dropped, or called twice, counts once", arguments: [0, 1, 2, 3])
  func completions(calls: Int) async {
    let view = UnrulyView()
    let token = gate.bind(to: view)
    for _ in 0..<3 { gate.enqueue(model.insertion()) }
    for expected in 4...6 {
      #expect(model.counts[0] == expected)
      view.finish(calls: calls)
      if calls == 0 { await gate.nextTurn() }
    }
    await gate.idle()
    #expect(gate.isIdle)
    token.cancel()
  }

  @Test("a view that never runs its block: the change is made all the same, and the view counts anew")
  func blockDropped() {
    let view = UnrulyView()
    view.dropsBlocks = true
    let token = gate.bind(to: view)
    #expect(view.reloads == 1)
    gate.enqueue(model.insertion())
    #expect(model.counts == [4, 0])
    view.finish()
    #expect(view.reloads == 2)
    token.cancel()
  }

  @Test("a reloadData of the app's own between two changes does no harm")
  func ownReload() {
    let view = StrictListView.manual(model)
    let token = gate.bind(to: view)
    gate.enqueue(model.insertion())
    view.reloadData()
    view.finishAnimations()
    gate.enqueue(model.insertion())
    #expect(view.violations.isEmpty)
    #expect(view.numberOfItems(inSection: 0) == 5)
    token.cancel()
  }

  @Test("a view that is bound by a change is reloaded right after it")
  func boundInsideChange() {
    let view = StrictListView.manual(model)
    var token: AnyCancellable?
    gate.enqueue {
      token = self.gate.bind(to: view)
      self.model.counts[0] = 10
      return .reload(section: 0)
    }
    gate.enqueue(model.insertion())
    #expect(view.violations.isEmpty)
    #expect(view.numberOfItems(inSection: 0) == 11)
    token?.cancel()
  }

  @Test("a view that is bound while the updates of others open counts when they have closed")
  func boundWhileOpening() {
    let first = WatchedView(model, completesAtOnce: true)
    let second = WatchedView(model, completesAtOnce: true)
    var tokens = [gate.bind(to: first)]
    first.beforeCommit = { [gate] in
      first.beforeCommit = {}
      tokens.append(gate.bind(to: second))
    }
    for _ in 0..<2 { gate.enqueue(model.insertion()) }
    #expect(second.log == ["reload [4, 0]", "insert 1"])
    #expect(first.violations == [] && second.violations == [])
    tokens.forEach { $0.cancel() }
  }

  @Test("unbinding one of two views leaves the other bound")
  func oneOfTwo() async {
    let views = [WatchedView(model, completesAtOnce: true), WatchedView(model, completesAtOnce: true)]
    let tokens = views.map { gate.bind(to: $0) }
    tokens[0].cancel()
    await gate.nextTurns()
    gate.enqueue(model.insertion())
    #expect(views.map(\.counts) == [[3, 0], [4, 0]])
    tokens[1].cancel()
  }

  @Test("without the gate two overlapping hops make the same view object")
  func withoutTheGate() {
    let view = StrictListView.manual(model)
    view.reloadAndCount()
    // Two sections' pages arrive; each computed its event at once and hops to the view afterwards.
    let first = model.insertion(of: 2)()
    let second = model.insertion(of: 2)()
    for case .insert(let indexPaths)? in [first, second] { view.insertItems(at: indexPaths) }
    #expect(view.violations.count > 0)
  }

  @Test("a view that is bound without animations shows none")
  func unanimated() {
    let view = StrictListView.manual(model)
    let token = gate.bind(to: view, animated: false)
    gate.enqueue(model.insertion())
    #expect(view.batches == 1 && view.runningAnimations == 0 && gate.isIdle)
    token.cancel()
  }

  @Test("a binding that has been cancelled leaves nothing behind with its gate")
  func cancelledLeavesNothing() async {
    let view = StrictListView.manual(model)
    do { gate.bind(to: view).cancel() }
    await gate.nextTurns()
    #expect(ViewRecord.records[ObjectIdentifier(view)]?.record == nil)
  }
}
