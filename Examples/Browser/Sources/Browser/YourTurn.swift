import Foundation
import ListEngine
import Reactive

/// The list that a visitor uses: it begins in the middle, grows at both ends, and is edited, arranged and moved meanwhile.
@MainActor
final class YourTurn {
  static let sections = [0, 1]
  /// How long a deletion can be undone before it is sent.
  static let timeToUndo = Duration.seconds(6)

  let service: Service
  let films: PagedList<Int, Film>
  let phone: Phone
  private unowned let page: Session
  private var cancellables: Set<AnyCancellable> = []
  private var deletions: [Int: Task<Void, any Error>] = [:]
  private var pause: SerialGate.Hold?

  init(on page: Session, lists: [[Film]]) {
    self.page = page
    let unique = lists.map { $0.reduce(into: [Film]()) { if !$0.contains($1) { $0.append($1) } } }
    let service = Service(unique, seed: .random(in: 0..<1_000), for: .yours, on: MainScheduler.main) { [weak page] in
      page?.send($0)
    }
    (service.latency, service.failures) = (300...900, 0)
    films = PagedList(sections: Self.sections) { section, page in try await service.page(page, of: section) }
    self.service = service
    phone = Phone(.yours, of: films, titles: Self.sections.map { Service.titles[$0] }, on: page) { [films] path in
      films.item(at: path).map { film in
        Message.Row(
          key: film.id, title: film.title, detail: "\(film.year) · ★ \(film.rating)", isFavourite: film.isFavourite,
          isPending: films.isPending(film.id, in: path.section))
      }
    }
    films.loadStates.sink { [weak self] in self?.show($1, of: $0) }.store(in: &cancellables)
    films.edits.sink { [weak self] in self?.show($0) }.store(in: &cancellables)
    films.showPlaceholders(5)
    films.bind(to: phone).store(in: &cancellables)
    for section in Self.sections { films.refresh(section, at: PageKey(number: 4)) }  // in the middle
  }

  func end() {
    cancellables = []
    pause = nil
    for section in Self.sections { films.cancel(section) }
  }

  // MARK: - What a visitor does

  func carryOut(_ command: Command) {
    switch command {
    case .shown(let section, let item) where Self.sections.indices.contains(section):
      films.willDisplay([section, item])
    case .retry(let section) where Self.sections.indices.contains(section): films.retry(section)
    case .refresh: refresh()
    case .delete(let section, let key): if let film = films.item(key, in: section) { delete(film, from: section) }
    case .undo(let key): deletions.removeValue(forKey: key)?.cancel()
    case .favourite(let section, let key): if let film = films.item(key, in: section) { favour(film, in: section) }
    case .drag:
      pause = films.gate.pause()
      page.send(.pause)
    case .drop(let section, let from, let to):
      drop(from, to, in: section)
      pause = nil
    case .arrange(let show, let order): arrange(showing: show, orderedBy: order)
    case .turn(let latency, let failures, let animation) where 0...10_000 ~= latency:
      (service.latency, service.failures, phone.animation) = (latency / 2...latency * 3 / 2, failures, animation)
    case .recount: phone.reloadAndCount()
    default: break
    }
  }

  /// Each section's first page that is held is asked for again, and joins on to what is held.
  private func refresh() {
    let begun = Self.sections.map { section in
      let first = PageKey(number: (films.previousPage(in: section)?.number ?? 0) + 1)
      service.renew(first.number, of: section)
      return films.refresh(section, at: first, joiningOn: true)
    }
    Task { [weak page] in
      var failed = 0
      for loads in begun { failed += await loads.summary.failed.count }
      let text =
        failed == 0 ? "Refreshed. What you were reading is where it was." : "Not refreshed: nothing has changed."
      page?.send(.toast(text: text, undo: nil))
    }
  }

  private func delete(_ film: Film, from section: Int) {
    deletions[film.id] = films.edit {
      $0.remove([film.id], from: section)
    } sending: { [service] in
      try await Task.sleep(for: Self.timeToUndo)  // undo is to cancel
      try await service.change { $0[section].removeAll { $0.id == film.id } }
    }
    page.send(.toast(text: "“\(film.title)” is deleted.", undo: film.id))
  }

  private func favour(_ film: Film, in section: Int) {
    var film = film
    film.isFavourite.toggle()
    films.edit { [film] in
      $0.put(film)
    } sending: { [service, film] in
      try await service.change { $0 = $0.map { $0.map { $0.id == film.id ? film : $0 } } }
    }
  }

  /// The view has moved the item itself.
  private func drop(_ from: Int, _ to: Int, in section: Int) {
    let shown = films.items(in: section)
    guard shown.indices.contains(from), shown.indices.contains(to), from != to else { return }
    let (id, other) = (shown[from].id, shown[to].id)
    films.moveItem(at: [section, from], to: [section, to], madeBy: phone) { [service] in
      try await service.change { $0[section].move(id, beside: other, isBefore: to < from) }
    }
  }

  private func arrange(showing filter: String, orderedBy order: String) {
    let filters: [String: @Sendable (Film) -> Bool] = ["favourites": { $0.isFavourite }, "good": { $0.rating >= 7 }]
    let orders: [String: @Sendable (Film, Film) -> Bool] = [
      "title": { $0.title < $1.title }, "year": { $0.year > $1.year }, "rating": { $0.rating > $1.rating },
    ]
    for section in Self.sections { films.arrange(section, filter: filters[filter], order: orders[order]) }
  }

  // MARK: - What the page is told

  private func show(_ state: LoadState, of section: Int) {
    let text =
      state.error.map { "\($0)" } ?? (state.refresh.isLoading ? "refreshing" : state.isLoading ? "loading" : "")
    page.send(.status(section: section, text: text, hasFailed: state.isFailed, total: state.totalItems))
  }

  private func show(_ event: EditEvent<Int, Film.ID>) {
    for item in event.items {
      page.send(.pending(key: item.id, isPending: films.isPending(item.id, in: item.section)))
      guard case .takenBack(let error?) = event.step, let film = films.item(item.id, in: item.section) else { continue }
      page.send(.toast(text: "“\(film.title)” is as it was: \(error).", undo: nil))
    }
  }
}

extension [Film] {
  /// Moves a film right before or behind another one, if both are there.
  mutating func move(_ id: Film.ID, beside other: Film.ID, isBefore: Bool) {
    guard let index = firstIndex(where: { $0.id == id }), contains(where: { $0.id == other }) else { return }
    let film = remove(at: index)
    let place = firstIndex { $0.id == other } ?? index
    insert(film, at: isBefore ? place : place + 1)
  }
}
