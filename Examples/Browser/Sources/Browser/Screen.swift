import Foundation
import Reactive
import ViewModels

/// One view model, and the pages that show it.
@MainActor
final class Screen<ViewModel: PagedListViewModel> {
  let viewModel: ViewModel
  let traffic: Traffic
  let scheduler: any Scheduler
  /// The page that sections begin with, where it is not the first one.
  private let begins: PageKey?
  let title: (ViewModel.SectionID) -> String
  let row: @Sendable (ViewModel.Element) -> Row
  var isGateOn = true
  private var lastPage = 0
  var pages: [Int: PageView] = [:]
  var lastUpdate: String?
  var isGateDue = false
  private var bag: Set<AnyCancellable> = []

  init(
    _ viewModel: ViewModel, traffic: Traffic, scheduler: any Scheduler = MainScheduler.main,
    begins: PageKey? = nil, title: @escaping (ViewModel.SectionID) -> String,
    row: @escaping @Sendable (ViewModel.Element) -> Row
  ) {
    self.viewModel = viewModel
    self.traffic = traffic
    self.scheduler = scheduler
    self.begins = begins
    self.title = title
    self.row = row
    traffic.whenAnswered = { [weak self] in
      // A frame later the answer waits at the gate.
      scheduler.schedule(after: NextFrame.delay) { MainActor.assumeIsolated { self?.showGate() } }
    }
    viewModel.loadStates.sink { [weak self] section, _ in self?.show(section) }.store(in: &bag)
    viewModel.updates.sink { [weak self] update in
      self?.lastUpdate = update.description
      self?.showGate()
    }.store(in: &bag)
  }

  // MARK: - Pages come and go

  /// Begins a page. Nothing waits for it until it has said that it listens.
  func connect() -> PageView {
    lastPage += 1
    let page = PageView(lastPage, of: self, scheduler: scheduler)
    pages[page.id] = page
    return page
  }

  func pageIsGone(_ page: PageView) {
    pages[page.id] = nil
    showGate()
  }

  private func start(_ page: PageView) {
    page.binding = isGateOn ? viewModel.bind(to: page) : followByHand(page)
  }

  // MARK: - What a page can ask for

  /// Carries out a command.
  /// - Returns: false if there is no such command.
  func carryOut(_ command: String, _ argument: (String) -> String?) -> Bool {
    func number(_ name: String) -> Int? { argument(name).flatMap(Int.init) }
    let page = number("page").flatMap { pages[$0] }
    let section = number("section").flatMap { viewModel.sections.indices.contains($0) ? viewModel.sections[$0] : nil }
    defer { showGate() }
    switch command {
    case "ready":
      if let page, page.binding == nil { start(page) }
      begin()
    case "end": page?.animationEnded(of: number("change") ?? 0)
    case "bye": page?.letGo()
    case "shown":
      if let section = number("section"), let item = number("item") { viewModel.willDisplay([section, item]) }
    case "more": for section in section.map({ [$0] }) ?? viewModel.sections { viewModel.loadNextPage(in: section) }
    case "older": for section in viewModel.sections { viewModel.loadPreviousPage(in: section) }
    case "refresh":
      for section in section.map({ [$0] }) ?? viewModel.sections {
        viewModel.refresh(section, at: begins ?? .first, joiningOn: begins != nil)
      }
    case "retry": if let section { viewModel.retry(section) }
    case "sort": if let section { sort(section) }
    case "delete": if let section, let key = argument("key") { delete(key, from: section) }
    case "turn":
      if let value = number("latency"), 0...5_000 ~= value { traffic.latency = value }
      if let value = number("failures"), 0...100 ~= value { traffic.failures = value }
      if let value = number("animation"), 0...2_000 ~= value { traffic.animation = value }
      if let value = number("gate"), (value == 1) != isGateOn { switchGate() }
    default: return false
    }
    return true
  }

  private func begin() {
    guard let begins else { return _ = viewModel.loadFirstPages() }
    for section in viewModel.sections where viewModel.state(of: section) == LoadState() {
      viewModel.refresh(section, at: begins)
    }
  }

  private func sort(_ section: ViewModel.SectionID) {
    viewModel.pages.edit { [row] list in list.sort(section) { row($0).title < row($1).title } }
  }

  private func delete(_ key: String, from section: ViewModel.SectionID) {
    guard let item = viewModel.items(in: section).first(where: { row($0).key == key }) else { return }
    viewModel.pages.edit { list in list.remove([item.id], from: section) }
  }

  private func switchGate() {
    isGateOn.toggle()
    for page in pages.values where page.binding != nil { start(page) }
  }

  /// Returns how many items each section has when nothing loads and nothing waits.
  func settledCounts() async -> [Int] {
    await viewModel.settled()
    return counts
  }
}
