import Foundation
import Reactive
import ViewModels

/// A place where screens are used.
@MainActor
protocol Place: AnyObject {
  func run(until end: ContinuousClock.Instant) async throws
}

/// A place for one kind of screen: a list view, and two screens of which it shows one.
@MainActor
final class Slot<ViewModel: PagedListViewModel>: Place {
  private let name: String
  private let tally: Tally
  private let make: () throws -> Screen<ViewModel>
  private let view: SoakView
  private var shown: Screen<ViewModel>
  private var other: Screen<ViewModel>
  private var random: SeededGenerator

  init(_ name: String, _ tally: Tally, seed: UInt64, make: @escaping () throws -> Screen<ViewModel>) throws {
    (self.name, self.tally, self.make) = (name, tally, make)
    random = SeededGenerator(seed: seed)
    view = SoakView(tally, seed: seed + 1)
    (shown, other) = (try make(), try make())
    for screen in [shown, other] { follow(screen) }
    show()
  }

  /// Uses the screens until the time is over, and lets go of them.
  func run(until end: ContinuousClock.Instant) async throws {
    while .now < end, tally.broken == nil {
      try await step()
      try await Task.sleep(for: .milliseconds(.random(in: 1...40, using: &random)))
    }
    await settle()
    leave(shown)
    leave(other)
  }

  private func step() async throws {
    let viewModel = shown.viewModel
    let section = viewModel.sections.randomElement(using: &random)
    switch Int.random(in: 0..<1_000, using: &random) {
    case ..<300: view.scroll()
    case ..<480: shown.act(&random)
    case ..<560: if let section { viewModel.loadNextPage(in: section) }
    case ..<600:
      viewModel.loadFirstPages(order: [.asTheyCome, .inOrder, .together].randomElement(using: &random) ?? .asTheyCome)
    case ..<650: if let section { viewModel.refresh(section) }
    case ..<730: viewModel.retryFailed()
    case ..<770: if let section { viewModel.cancel(section) }
    case ..<790: if let section { viewModel.fill(section, with: .random(in: 1...120, using: &random)) }
    case ..<800: viewModel.showPlaceholders(.random(in: 0...5, using: &random))
    case ..<810: viewModel.showStateRows(.init(rawValue: .random(in: 0...15, using: &random)))
    case ..<850: if let section { edit(section) }
    case ..<880: other.act(&random)
    case ..<890: view.isStuck.toggle()
    case ..<920: bind()
    case ..<940: beginLoop()
    case ..<950: other.loop = loop(of: other)
    case ..<960: other.loop?.cancel()
    case ..<975: swap()
    case ..<985:
      leave(other)
      other = try make()
      follow(other)
    default: await settle()
    }
    tally.depth = max(tally.depth, viewModel.pages.gate.waiting)
    if shown.binding != nil, Int.random(in: 0..<20, using: &random) == 0 { view.checkCounts(name) }
  }

  private func edit(_ section: ViewModel.SectionID) {
    let seed = random.next()
    shown.viewModel.pages.edit { list in
      var random = SeededGenerator(seed: seed)
      let items = Array(list.items(in: section))
      if Bool.random(using: &random) {
        list.remove(items.map(\.id).filter { _ in random.next() % 4 == 0 }, from: section)
      }
      if Bool.random(using: &random) {
        list.replaceItems(in: section, with: items.shuffled(using: &random).prefix(200))
      }
    }
  }

  // MARK: - Drivers

  /// The newer driver comes first, and the older one goes: so the change that animates stays open until it is over.
  private func bind() {
    shown.binding = shown.viewModel.bind(to: view)
    shown.loop?.cancel()
  }

  private func beginLoop() {
    let old = (loop: shown.loop, binding: shown.binding)
    shown.loop = Task { [view, changes = shown.viewModel.changes, weak screen = shown] in
      for await change in changes {
        await change.perform(in: view)
        if let screen, screen.binding === old.binding { screen.binding = nil }
      }
    }
    old.loop?.cancel()
  }

  private func loop(of screen: Screen<ViewModel>) -> Task<Void, Never> {
    screen.loop?.cancel()
    return Task { [changes = screen.viewModel.changes] in for await change in changes { change.perform() } }
  }

  private func swap() {
    view.endAnimations()
    shown.binding = nil
    shown.loop?.cancel()
    (shown, other) = (other, shown)
    show()
  }

  private func show() {
    let viewModel = shown.viewModel
    view.show(viewModel) { [weak viewModel] in
      viewModel?.willDisplay($0)
    } text: { [weak viewModel] in
      viewModel?.item(at: $0).map { "\($0)" } ?? ""
    }
    shown.loop?.cancel()
    shown.binding = viewModel.bind(to: view)
  }

  // MARK: - Following and leaving

  private func follow(_ screen: Screen<ViewModel>) {
    tally.screens += 1
    let seed = random.next()
    var random = SeededGenerator(seed: seed)
    screen.viewModel.insertions.sink { [tally] in
      tally.pages += 1
      tally.items += $1.count
    }
    .store(in: &screen.observers)
    screen.viewModel.loadStates.sink { [tally] in if $1.isFailed { tally.failures += 1 } }.store(in: &screen.observers)
    screen.viewModel.updates.sink { [tally, weak viewModel = screen.viewModel] _ in
      tally.changes += 1
      guard Int.random(in: 0..<20, using: &random) == 0, let hold = viewModel?.holdCurrentChange() else { return }
      let time = Duration.milliseconds(.random(in: 0...100, using: &random))
      Task {
        try? await Task.sleep(for: time)
        hold.release()
      }
    }
    .store(in: &screen.observers)
    screen.viewModel.loadFirstPages()
  }

  /// Everything that was asked for ends, within a minute, and the view shows what the model holds.
  private func settle() async {
    view.isStuck = false
    let viewModel = shown.viewModel
    let settled = Task {
      await viewModel.settled()
      return !Task.isCancelled
    }
    let alarm = Task {
      try await Task.sleep(for: .seconds(60))
      settled.cancel()
    }
    tally.check(.ended, await settled.value, "\(name): not settled after a minute")
    alarm.cancel()
    if shown.binding != nil { view.checkCounts(name) }
  }

  private func leave(_ screen: Screen<ViewModel>) {
    screen.letGo()
    tally.expectGone(
      name, [screen, screen.viewModel, screen.viewModel.pages, screen.viewModel.pages.gate] + screen.parts)
  }
}
