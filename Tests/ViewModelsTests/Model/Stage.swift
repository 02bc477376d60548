import Observation
import Reactive

@testable import ViewModels

/// A list with its services, as a run sees it: sections, items and loaders are numbers.
@MainActor
protocol Stage: AnyObject, ListDataSource {
  var rules: ModelList.Rules { get }
  var gate: SerialGate { get }
  /// The letters of a search.
  var query: String? { get set }
  /// Nil where there is no time limit.
  var alarms: Alarms? { get }

  func ask(_ wish: Wish)
  /// Loads which sections there are; nil where they are given.
  var loadSections: (@MainActor (Int) -> Void)? { get }
  func edit(_ edit: Edit)
  func willDisplay(_ position: Int, offset: Int)
  func passTime(_ milliseconds: Int)
  func settled() async
  func changes() -> ListChanges

  /// Calls back with everything that is said on a channel.
  func observe(_ channel: Step.Channel, _ hear: @escaping @MainActor (Heard) -> Void) -> AnyCancellable
  var shown: [Moment.Shown] { get }
  func state(of target: ModelTarget) -> ModelState
  func text(at position: Int, _ offset: Int) -> String
  var loadsInFlight: Int { get }

  /// Sends whenever a request may have been begun or have ended.
  func requestsChange(_ call: @escaping @MainActor () -> Void) -> [AnyCancellable]
  /// Whether each request that has been begun has arrived at its service.
  var hasArrived: Bool { get }
  /// Requests that have not been answered.
  var requests: [OpenRequest] { get }
}

/// A request at a service.
@MainActor
struct OpenRequest {
  let id: ObjectIdentifier
  let request: Request
  let isCancelled: @MainActor () -> Bool
  let answer: @MainActor (Answer, _ text: String) -> Void
}

extension Stage {
  var targets: [ModelTarget] { [.sections] + (0..<rules.pool).map { .section($0) } }
}

/// What a service is asked for: pages of a section, from one of its loaders.
struct StageKey: Hashable {
  let section: Int
  let loader: Int?
}

/// A screen, or a list without one.
@MainActor
final class ListStage<ViewModel: PagedListViewModel>: Stage {
  typealias SectionID = ViewModel.SectionID

  let rules: ModelList.Rules
  let viewModel: ViewModel
  let pages: PagedList<ViewModel.SectionID, ViewModel.Element>
  let names: [SectionID]
  let desk: ManualLoads<StageKey, ViewModel.Element>
  let sectionsDesk: ManualLoads<Int, Row>
  let item: @Sendable (Row) -> ViewModel.Element
  let row: @Sendable (ViewModel.Element) -> Row
  /// What screens have a method of their own for; returns false to leave it to the list.
  var special: @MainActor (Wish) -> Bool = { _ in false }
  var loadSections: (@MainActor (Int) -> Void)?
  var setQuery: (@MainActor (String) -> Void)?
  var time: VirtualTimeScheduler?
  var alarms: Alarms?
  var query: String? { didSet { if let query { setQuery?(query) } } }

  init(
    _ viewModel: ViewModel, _ names: [SectionID], _ rules: ModelList.Rules,
    _ desk: ManualLoads<StageKey, ViewModel.Element>, sectionsDesk: ManualLoads<Int, Row> = ManualLoads(),
    item: @escaping @Sendable (Row) -> ViewModel.Element, row: @escaping @Sendable (ViewModel.Element) -> Row
  ) {
    (self.viewModel, pages, self.names, self.rules, self.desk) = (viewModel, viewModel.pages, names, rules, desk)
    (self.item, self.row, self.sectionsDesk) = (item, row, sectionsDesk)
    pages.longList = .max  // edits are made in the gate, so that a run repeats itself
  }

  var gate: SerialGate { pages.gate }
  var loadsInFlight: Int { viewModel.loadsInFlight }
  var numberOfSections: Int { viewModel.numberOfSections }
  func numberOfItems(inSection section: Int) -> Int { viewModel.numberOfItems(inSection: section) }
  func settled() async { await viewModel.settled() }
  func changes() -> ListChanges { viewModel.changes }
  func passTime(_ milliseconds: Int) { time?.advance(by: .milliseconds(milliseconds)) }

  func text(at position: Int, _ offset: Int) -> String {
    viewModel.item(at: [position, offset]).map { "\(row($0))" } ?? "…"
  }

  // MARK: - What a front end can ask

  func ask(_ wish: Wish) {
    if special(wish) { return }
    switch wish {
    case .first(let sections, let order): pages.loadFirstPages(in: sections?.map { names[$0] }, order: order)
    case .next(let section): viewModel.loadNextPage(in: names[section])
    case .fill(let section, let count): viewModel.fill(names[section], with: count)
    case .refresh(.section(let section), nil): viewModel.refresh(names[section])
    case .refresh(.section(let section), let loader?):
      let key = StageKey(section: section, loader: loader)
      pages.refresh(names[section]) { [desk] page in try await desk.load(key, page) }
    case .retry(.section(let section)): viewModel.retry(names[section])
    case .retry(.sections): pages.retrySections()
    case .cancel(.section(let section)): viewModel.cancel(names[section])
    case .placeholders(let count): pages.showPlaceholders(count)
    case .goOn, .cancel(.sections), .refresh(.sections, _): break  // nothing that an app can ask for
    }
  }

  func willDisplay(_ position: Int, offset: Int) { viewModel.willDisplay([position, offset]) }

  func edit(_ edit: Edit) {
    pages.edit { [names, item, row, rules] list in
      var editable = NamedList(list: list, names: names, item: item, row: row)
      edit.apply(to: &editable, pool: rules.pool)
      list = editable.list
    }
  }

  // MARK: - What can be seen

  func number(of section: SectionID) -> Int { names.firstIndex(of: section) ?? -1 }

  var shown: [Moment.Shown] {
    viewModel.sections.map { section in
      let count = viewModel.numberOfItems(in: section)
      return Moment.Shown(
        section: number(of: section), placeholders: pages.showsPlaceholders(in: section) ? count : nil,
        rows: viewModel.items(in: section).map(row))
    }
  }

  func state(of target: ModelTarget) -> ModelState {
    switch target {
    case .section(let section): ModelState(viewModel.state(of: names[section]))
    case .sections: ModelState(pages.sectionsState)
    }
  }

  func observe(_ channel: Step.Channel, _ hear: @escaping @MainActor (Heard) -> Void) -> AnyCancellable {
    switch channel {
    case .updates: viewModel.updates.sink { hear(Heard($0)) }
    case .insertions:
      viewModel.insertions.sink { [weak self] in
        hear(.insertion(section: self?.number(of: $0) ?? -1, $1.map { [$0.section, $0.item] }))
      }
    case .loadStates:
      viewModel.loadStates.sink { [weak self] in hear(.state(.section(self?.number(of: $0) ?? -1), ModelState($1))) }
    case .sectionsStates: pages.sectionsStates.sink { hear(.state(.sections, ModelState($0))) }
    case .summaries:
      viewModel.allEnded.sink { [weak self] summary in
        guard let self else { return }
        hear(
          .summary(
            loaded: summary.loaded.map(number), failed: summary.failed.map(number),
            cancelled: summary.cancelled.map(number)))
      }
    }
  }

  // MARK: - Requests

  func requestsChange(_ call: @escaping @MainActor () -> Void) -> [AnyCancellable] {
    let subjects = [pages.requestsInFlight, desk.open, sectionsDesk.open] + (alarms.map { [$0.count] } ?? [])
    return subjects.map { subject in subject.receive(on: .main).sink { _ in call() } }
  }

  var hasArrived: Bool {
    let inFlight = pages.requestsInFlight.value
    return inFlight == desk.open.value + sectionsDesk.open.value && (alarms?.count.value ?? inFlight) == inFlight
  }

  var requests: [OpenRequest] {
    desk.requests.map { request in
      let page = rules.knowsPages ? request.page : nil
      let made = Request(target: .section(request.section.section), page: page, loader: request.section.loader)
      return OpenRequest(id: ObjectIdentifier(request), request: made, isCancelled: { request.isCancelled }) {
        [desk, item] answer, text in
        desk.answer(request, answer.page(page).map { $0.mapped { item(Row($0, text)) } })
      }
    }
      + sectionsDesk.requests.map { request in
        let made = Request(target: .sections, page: rules.knowsPages ? 1 : nil, loader: request.section)
        return OpenRequest(id: ObjectIdentifier(request), request: made, isCancelled: { request.isCancelled }) {
          [sectionsDesk] answer, text in
          sectionsDesk.answer(request, answer.page(nil).map { $0.mapped { Row($0, text) } })
        }
      }
  }
}

/// An edit's way into a real list.
struct NamedList<SectionID: Hashable & Sendable, Item: Identifiable & Equatable & Sendable>: Editable
where Item.ID: Sendable {
  var list: SectionedList<SectionID, Item>
  let names: [SectionID]
  let item: @Sendable (Row) -> Item
  let row: @Sendable (Item) -> Row

  var sectionIDs: [Int] { list.sections.map { names.firstIndex(of: $0) ?? -1 } }
  func ids(in section: Int) -> [Int] { list.items(in: names[section]).map { row($0).id } }

  mutating func insert(_ rows: [Row], at offset: Int, in section: Int) {
    list.insert(rows.map(item), at: offset, in: names[section])
  }
  mutating func remove(_ ids: [Int], from section: Int) {
    list.remove(ids.map { item(Row($0)).id }, from: names[section])
  }
  mutating func update(_ row: Row, in section: Int) { list.update(item(row), in: names[section]) }
  mutating func move(_ id: Int, from section: Int, to offset: Int, in target: Int) {
    guard list.position(of: names[target]) != nil else { return }
    list.move(item(Row(id)).id, from: names[section], to: offset, in: names[target])
  }
  mutating func sort(_ section: Int, by salt: Int) {
    list.sort(names[section]) { (row($0).id ^ salt) < (row($1).id ^ salt) }
  }
  mutating func removeSection(_ section: Int) { list.removeSection(names[section]) }
  mutating func insertSection(_ section: Int, at position: Int) { list.insertSections([names[section]], at: position) }
  mutating func moveSection(_ section: Int, to position: Int) { list.moveSection(names[section], to: position) }
}
