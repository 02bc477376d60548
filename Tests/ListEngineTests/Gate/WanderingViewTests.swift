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
  let one = CountModel(0)
  let two = CountModel(0)
  let first = SerialGate()
  let second = SerialGate()
  let cell: ReusedCell
  let view: StrictListView

  init() {
    cell = ReusedCell(one)
    view = .manual(cell)
  }

  ///     first list         second list        view
  ///     makes change 1     ·                  animates 1
  ///     ·                  is bound           ·
  ///     ·                  makes change 2     counts, animates 1 all the same
  ///     ·                  ·                  ends
  ///     ·                  makes change 3     animates 3
  @Test("the first one's animation runs when the second is bound: no batch opens in it, the view counts instead")
  func duringAnAnimation() async {
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

  ///     first list                 second list        view
  ///     makes 1, and 2 waits       ·                  animates 1, and does not end
  ///     ·                          is bound           counts
  ///     makes 2, in no view        ·                  ·
  ///     makes 3, in no view        ·                  ·
  ///     ·                          makes change 4     counts
  @Test("the older model lets go of the view, also while its token lives and its animation never ends")
  func olderToken() async {
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

  ///     loop over the first list       second list        view
  ///     performs change 1              ·                  animates 1
  ///     ·                              is bound           counts
  ///     ·                              makes change 2     counts
  ///     performs 3, in no view         ·                  ·
  @Test("a loop lets go of a view that is bound to another model, and its body goes on")
  func fromALoop() async {
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

  // MARK: - Lists that share a queue

  ///     first list                   list that shares its queue     view
  ///     is bound                     is bound                       counts
  ///     makes 1, in no view          makes change 2                 animates 2
  ///     is bound again               ·                              counts
  ///     makes 3 and 4                ·                              counts, animates 2 all the same
  ///     ·                            makes 5, in no view            ends
  ///     makes 6                      ·                              animates 6
  @Test(
    "the newest list has the view, also one that shares the older one's queue: the older one's changes are none of it")
  func sharedQueue() async {
    let sharing = SerialGate(sharing: first)
    let older = first.bind(to: view)
    cell.model = two
    let newer = sharing.bind(to: view)
    first.enqueue(one.insertion())
    #expect(view.batches == 0 && first.isIdle)
    sharing.enqueue(two.insertion(of: 2))
    #expect(view.numberOfItems(inSection: 0) == 2 && view.batches == 1 && view.violations == [])
    cell.model = one
    let newest = first.bind(to: view)
    for _ in 0..<2 { first.enqueue(one.insertion()) }
    await first.nextTurns()
    #expect(one.counts == [3] && view.runningAnimations == 1, "nobody waits for what it animates for another list")
    #expect(view.numberOfItems(inSection: 0) == 3)
    view.finishAnimations()
    sharing.enqueue(two.insertion())
    first.enqueue(one.insertion())
    #expect(view.numberOfItems(inSection: 0) == 4 && view.batches == 2)
    #expect(view.overlappingBatches == 0 && view.violations == [])
    for token in [older, newer, newest] { token.cancel() }
  }

  enum Driver: CaseIterable { case binding, loop, cancelledLoop }

  @Test(
    "of two drivers of one queue the newest has the view, whatever they are; an older loop performs outside it",
    arguments: Driver.allCases, [Driver.binding, .loop])
  func sharedQueueDrivers(_ older: Driver, _ newer: Driver) async {
    let sharing = SerialGate(sharing: first)
    var drivers = [await drive(view, by: first, older == .binding ? .binding : .loop)]
    first.enqueue(one.insertion())
    await first.nextTurns()
    #expect(view.runningAnimations == 1)
    if older == .cancelledLoop { drivers[0].cancel() }
    cell.model = two
    drivers.append(await drive(view, by: sharing, newer))
    first.enqueue(one.insertion())
    sharing.enqueue(two.insertion(of: 3))
    view.finishAnimations()
    await first.nextTurns()
    view.finishAnimations()
    await first.idle()
    #expect(one.counts == [2] && two.counts == [3] && view.batches == 2)
    #expect(view.numberOfItems(inSection: 0) == 3 && view.overlappingBatches == 0 && view.violations == [])
    for driver in drivers { driver.cancel() }
  }

  private func drive(_ view: StrictListView, by gate: SerialGate, _ driver: Driver) async -> AnyCancellable {
    if driver == .binding { return gate.bind(to: view) }
    let task = Task { [changes = gate.changes] in for await change in changes { await change.perform(in: view) } }
    await gate.nextTurns()
    return AnyCancellable { task.cancel() }
  }

  // MARK: - What has been lost

  @Test(
    "a loop that has lost a view to a newer driver has lost it, also when that one has ended",
    arguments: [Driver.binding, .loop], [false, true])
  func lostForGood(_ newer: Driver, _ shares: Bool) async {
    let second = shares ? SerialGate(sharing: first) : second
    let older = await drive(view, by: first, .loop)
    cell.model = two
    await drive(view, by: second, newer).cancel()
    await first.nextTurns()
    first.enqueue(one.insertion())
    await first.nextTurns()
    #expect(one.counts == [1] && view.batches == 0 && view.violations == [])
    older.cancel()
  }

  ///     loop over the first list       second list        view
  ///     is handed an element           ·                  ·
  ///     ·                              is bound           counts
  ///     performs it, in no view        ·                  ·
  ///     performs 1, in no view         ·                  ·
  ///     ·                              makes change 2     is told of 2
  @Test("a loop that has not performed in a view yet leaves it to a driver that is newer than the loop")
  func boundBeforeTheFirstElement() async {
    view.animation = .none
    let changes = first.changes.makeAsyncIterator()
    let element = await changes.next()
    cell.model = two
    let token = second.bind(to: view)
    await element?.perform(in: view)
    first.enqueue(one.insertion())
    await changes.next()?.perform(in: view)
    second.enqueue(two.insertion(of: 2))
    #expect(one.counts == [1] && view.numberOfItems(inSection: 0) == 2 && view.batches == 1)
    #expect(view.violations == [])
    token.cancel()
  }

  @Test("a view that is bound to another list while it counts for a change has no part in that change")
  func whileItCounts() {
    let view = WatchedView(cell, completesAtOnce: true)
    let top = GatedModel(CountModel(), SerialGate(sharing: first))
    let above = top.bind(to: view)
    var tokens = [first.bind(to: view, below: top)]
    above.cancel()  // so that the view counts before the next change
    view.beforeCount = { [two, second] in
      view.beforeCount = {}
      cell.model = two
      tokens.append(second.bind(to: view))
    }
    first.enqueue(one.insertion())
    #expect(one.counts == [1] && view.strict.batches == 0)
    second.enqueue(two.insertion())
    #expect(view.strict.batches == 1)
    tokens.forEach { $0.cancel() }
  }

  @Test("a view that loses what stands above it while it counts is told nothing of that change, and counts after it")
  func aboveEndsWhileItCounts() {
    let view = WatchedView(cell, completesAtOnce: true)
    let tops = (0..<2).map { _ in GatedModel(CountModel(0), SerialGate(sharing: first)) }
    let above = [tops[0].bind(to: view), tops[1].bind(to: view, below: tops[0])]
    let token = first.bind(to: view, below: tops[1])
    above[0].cancel()
    view.beforeCount = {
      view.beforeCount = {}
      above[1].cancel()
    }
    let counts = view.log.count
    first.enqueue(one.insertion())
    #expect(view.strict.batches == 0 && view.log.count == counts + 2)
    first.enqueue(one.insertion())
    #expect(view.strict.batches == 1)
    token.cancel()
  }

  @Test("the records of views that have gone are taken away by and by")
  func records() {
    for _ in 0..<1_000 {
      let view = StrictListView.manual(one)
      first.bind(to: view).cancel()
    }
    #expect(ViewRecord.records.count < 500)
  }

  @Test("a list that has gone is told to its view no more, also while its gate is used")
  func listHasGone() {
    view.animation = .none
    var list: GatedModel? = GatedModel(one, first)
    let token = list?.bind(to: view)
    list = nil
    first.enqueue(one.insertion())
    #expect(one.counts == [1] && view.batches == 0)
    token?.cancel()
  }

  @Test("a loop takes a view whose newer driver has gone with its gate by then, although the token lives")
  func newerGateHasGone() async {
    view.animation = .none
    let changes = first.changes.makeAsyncIterator()
    let element = await changes.next()
    var gone: SerialGate? = SerialGate()
    let token = gone?.bind(to: view)
    gone = nil
    await element?.perform(in: view)
    first.enqueue(one.insertion())
    await changes.next()?.perform(in: view)
    #expect(one.counts == [1] && view.batches == 1 && view.violations == [])
    token?.cancel()
  }

  @Test("a loop that has lost a view leaves it alone: with an old element, and with what passes the loop by")
  func lostIsLeftAlone() async {
    let (view, other) = (WatchedView(cell, completesAtOnce: true), WatchedView(one, completesAtOnce: true))
    let changes = first.changes.makeAsyncIterator()
    let element = await changes.next()
    await element?.perform(in: view)
    cell.model = two
    let token = second.bind(to: view)
    let log = view.log
    await element?.perform(in: view)
    first.enqueue(
      animated: true, views: .areUpdated, at: .now(madeBy: .of(other)), one.insertion(), delivered: nil)
    first.setStale()
    #expect(one.counts == [1] && view.log == log && ViewRecord.of(view).isInStep)
    first.enqueue(one.insertion())
    let change = await changes.next()
    await element?.perform(in: view)
    #expect(one.counts == [1], "an element of earlier makes no change of now")
    await change?.perform(in: view)
    #expect(one.counts == [2] && view.log == log)
    token.cancel()
  }

  @Test("the views that are to count are those that the list drives still", arguments: [Driver.binding, .loop])
  func stale(_ driver: Driver) async {
    let older = await drive(view, by: first, driver)
    first.setStale()
    #expect(ViewRecord.of(view).isStale)
    let newer = second.bind(to: view)
    first.setStale()
    #expect(ViewRecord.of(view).isInStep)
    older.cancel()
    newer.cancel()
  }

  @Test(
    "a list is bound below while the view counts, and finds that what stood above has gone: told nothing, it counts")
  func boundBelowWhileItCounts() {
    let view = WatchedView(cell, completesAtOnce: true)
    let tops = (0..<2).map { _ in GatedModel(CountModel(0), SerialGate(sharing: first)) }
    let (middle, bottom) = (GatedModel(one, first), GatedModel(CountModel(), SerialGate(sharing: first)))
    let above = [tops[0].bind(to: view), tops[1].bind(to: view, below: tops[0])]
    var tokens = [middle.bind(to: view, below: tops[1])]
    above[0].cancel()
    view.beforeCount = {
      view.beforeCount = {}
      above[1].cancel()
      tokens.append(bottom.bind(to: view, below: middle))
    }
    first.enqueue(one.insertion())
    #expect(one.counts == [1] && view.strict.batches == 0)
    first.enqueue(one.insertion())
    #expect(view.strict.batches == 1)
    view.beforeCount = {}
    tokens.forEach { $0.cancel() }
  }

  @Test("records of views that nobody drives any more go, also while the views are there; that of a driven one stays")
  func recordsOfViewsThatAreThere() async {
    let token = second.bind(to: view)
    let record = ViewRecord.of(view)
    var views: [StrictListView] = []
    for _ in 0..<20 {
      for _ in 0..<50 {
        let view = StrictListView.manual(one)
        views.append(view)  // so that no two have one address
        first.bind(to: view).cancel()
      }
      await first.nextTurns()  // a binding that was cancelled lives until its turn
    }
    #expect(views.count == 1_000 && ViewRecord.records.count < 500)
    #expect(ViewRecord.of(view) === record)
    token.cancel()
  }
}
