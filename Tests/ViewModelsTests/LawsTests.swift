import Foundation
import Reactive
import Testing

@testable import ViewModels

/// Random interleavings of everything that can happen to a list, with strict views bound to it.
@MainActor
@Suite("The laws, under random interleavings")
struct LawsTests {
  /// How many steps all runs take together; `STEPS` in the environment says otherwise.
  private static let steps = ProcessInfo.processInfo.environment["STEPS"].flatMap(Int.init) ?? 20_000

  @Test(
    "loads, failures, refreshes, cancels, edits, holds, late completions: no view objects, nothing is lost or stuck")
  func randomInterleavings() async throws {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    for _ in 0..<max(1, Self.steps / 200) {
      let world = LawsWorld(random: SeededGenerator(seed: random.next()))
      for _ in 0..<200 { await world.step() }
      await world.finish()
      world.check()
    }
  }
}

/// One list, two views, two observers, and a finger on every button.
@MainActor
private final class LawsWorld {
  private var random: SeededGenerator
  private let service = ManualPages()
  private let list: PagedList<String, Row>
  private let views: [StrictListView]
  private var bindings: [AnyCancellable?]
  private var bag: Set<AnyCancellable> = []
  private var events: [[ListUpdate]] = [[], []]
  private let slow = SlowObserver()
  private var holds: [SerialGate.Hold] = []
  /// The ids that came in by events since each section's last reload, rebuilt from the events alone.
  private var told: [[Int]] = [[], [], []]

  init(random: SeededGenerator) {
    self.random = random
    let service = service
    let list = PagedList<String, Row>(sections: ["a", "b", "c"], maximumLoads: 2, maximumPagesWithoutNewItems: 3) {
      try await service.load($0, $1)
    }
    self.list = list
    list.longList = .max  // edits are made in the gate, so that a seed repeats itself
    views = (0..<2).map { _ in
      let view = StrictListView(dataSource: list) { path in
        list.showsPlaceholders(in: list.items.sections[path.section])
          ? "…" : "\(list.items[path].id) \(list.items[path].text)"
      }
      view.animations = .manual
      view.onViolation = { Issue.record("\($0)") }
      return view
    }
    bindings = views.map { list.gate.bind(to: $0) }
    for observer in 0..<2 {
      list.gate.updates.sink { [weak self] in self?.hear($0, observer) }.store(in: &bag)
    }
    list.gate.updates.subscribe(slow)
  }

  private func hear(_ update: ListUpdate, _ observer: Int) {
    events[observer].append(update)
    guard observer == 0 else { return }
    for (view, binding) in zip(views, bindings) where binding != nil {
      #expect(view.discrepancies == [])  // one turn: the view shows what the model holds, now
      #expect(view.overlappingBatches == 0)
    }
    switch update {
    case .insert(let indexPaths):
      let section = indexPaths[0].section
      #expect(indexPaths.map(\.item) == Array(told[section].count..<told[section].count + indexPaths.count))
      told[section] += indexPaths.map { list.items[$0].id }
    case .reload(let section):
      told[section] = list.items.items(in: list.items.sections[section]).map(\.id)
    case .batch: told = list.items.sections.map { list.items.items(in: $0).map(\.id) }
    }
    if Int.random(in: 0..<6, using: &random) == 0, let hold = list.gate.holdCurrentChange() { holds.append(hold) }
  }

  func step() async {
    let section = ["a", "b", "c"].randomElement(using: &random) ?? "a"
    switch Int.random(in: 0..<22, using: &random) {
    case 0...5: answerSomething()
    case 6...8: list.loadNextPage(in: section)
    case 9: list.refresh(section)
    case 10: list.cancel(section)
    case 11: list.retry(section)
    case 12: list.fill(section, with: Int.random(in: 0..<40, using: &random))
    case 13: if !holds.isEmpty { holds.remove(at: Int.random(in: 0..<holds.count, using: &random)).release() }
    case 14: if !holds.isEmpty { _ = holds.popLast() }  // dropped, not released
    case 15: list.showPlaceholders(Int.random(in: 0..<4, using: &random))
    case 16: rebind()
    case 17: views.randomElement(using: &random)?.reloadData()
    case 18...19: edit(section)
    case 20: slow.subscription?.request(.max(Int.random(in: 1..<4, using: &random)))
    default:
      for view in views where view.runningAnimations > 0 {
        view.finishNextAnimation(calls: .random(in: 1...2, using: &random))
      }
    }
    await service.arrived(in: list)
  }

  private func answerSomething() {
    guard let request = service.requests.randomElement(using: &random) else { return }
    let first = Int.random(in: 0..<200, using: &random)
    let ids = first..<first + Int.random(in: 0..<8, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: service.answer(request, .failure(Refused()))
    case 1: service.answer(request, .success(Page(ids, number: request.page + 1)))
    case 2: service.answer(request, .success(Page(ids, isLast: true)))
    default: service.answer(request, .success(Page(ids, number: request.page)))
    }
  }

  private func edit(_ section: String) {
    let kind = Int.random(in: 0..<5, using: &random)
    let id = Int.random(in: 0..<200, using: &random)
    let place = Int.random(in: 0..<30, using: &random)
    list.edit { list in
      let count = list.numberOfItems(in: section)
      switch kind {
      case 0: list.remove(list.items(in: section).prefix(place).map(\.id).suffix(3), from: section)
      case 1: list.insert([Row(id), Row(id + 1)], at: min(place, count), in: section)
      case 2: list.sort(section) { ($0.id ^ id) < ($1.id ^ id) }
      case 3: list.update(Row(id, "changed at \(place)"), in: section)
      default:
        guard let item = list.items(in: section).dropFirst(place).first else { return }
        list.move(item.id, from: section, to: 0, in: section)
      }
    }
  }

  private func rebind() {
    let place = Int.random(in: 0..<views.count, using: &random)
    bindings[place] = nil
    guard Bool.random(using: &random) else { return }
    bindings[place] = list.gate.bind(to: views[place])
  }

  /// Ends everything that is under way.
  func finish() async {
    for section in ["a", "b", "c"] where Bool.random(using: &random) { list.cancel(section) }
    for _ in 0..<10_000 where !(list.loadsInFlight == 0 && list.gate.isIdle) {
      while let request = service.requests.first { service.answer(request, .success(Page([], isLast: true))) }
      holds.removeAll()
      for view in views { view.finishAnimations() }
      await service.arrived(in: list)
      await Task { @MainActor in }.value
    }
    slow.subscription?.request(.unlimited)
  }

  func check() {
    #expect(list.gate.isIdle && list.gate.waiting == 0)
    #expect(list.loadsInFlight == 0)
    #expect(events[0] == events[1])
    #expect(slow.events == events[0])
    for (position, section) in list.items.sections.enumerated() {
      let ids = list.items.items(in: section).map(\.id)
      #expect(ids == told[position])
      #expect(Set(ids).count == ids.count)
    }
    for (view, binding) in zip(views, bindings) {
      #expect(view.violations.isEmpty)
      #expect(view.overlappingBatches == 0)  // batches opened - completed was at most 1
      if binding != nil { #expect(view.discrepancies == []) }
    }
  }
}

/// Hears one event at a time, when it asks.
private final class SlowObserver: Subscriber, @unchecked Sendable {  // used on the main actor alone
  var subscription: (any Subscription)?
  var events: [ListUpdate] = []
  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(_ input: ListUpdate) -> Subscribers.Demand {
    events.append(input)
    return .none
  }
  func receive(completion: Subscribers.Completion<Never>) {}
}
