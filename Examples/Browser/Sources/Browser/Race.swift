import Foundation
import ListEngine
import Reactive

/// One screen twice, with the same answers and the same fingers: by hand, and through the gate.
@MainActor
final class Race {
  let byHand: ByHand
  let gated: PagedList<Int, Film>
  private let scheduler: any Scheduler
  private let tell: @MainActor (Message) -> Void
  private var binding: AnyCancellable?
  private var touches = 0

  /// - Parameters:
  ///   - lists: what the service has, of which the race takes a hundred each.
  ///   - tell: hears what loads and fingers do.
  init(seed: UInt64, lists: [[Film]], on scheduler: any Scheduler, tell: @escaping @MainActor (Message) -> Void) {
    let lists = lists.map { Array($0.prefix(100)) }
    let service = Service(lists, seed: seed, for: .right, on: scheduler, tell: tell)
    byHand = ByHand(service: Service(lists, seed: seed, for: .left, on: scheduler, tell: tell), tell: tell)
    gated = PagedList(sections: Array(lists.indices)) { section, page in try await service.page(page, of: section) }
    (self.scheduler, self.tell) = (scheduler, tell)
  }

  /// Runs until both screens hold all that there is, or have stopped.
  func start(left: some ListView, right: some ListView) {
    byHand.follow(left)
    binding = gated.bind(to: right)
    gated.loadFirstPages()
    touch()
  }

  func stop() {
    byHand.stop()
    binding = nil
  }

  /// A finger flicks to the end of a section, where the next page is asked for.
  private func touch() {
    guard binding != nil else { return }
    if byHand.isOver, gated.gate.isIdle, gated.sections.allSatisfy({ gated.state(of: $0).isFinished }) {
      return tell(.finish(items: gated.items.numberOfItems))
    }
    touches += 1
    let section = touches % gated.numberOfSections
    tell(.finger(section: section))
    byHand.loadNextPage(in: section)
    gated.retry(section)
    if let last = gated.items(in: section).last { gated.willDisplay(last.id, in: section) }
    scheduler.schedule(after: .milliseconds(100)) { [weak self] in MainActor.assumeIsolated { self?.touch() } }
  }
}

/// The same screen without a gate, as apps write it: it reloads for a first page, drops repeats, and waits until an animation
/// is over. But an answer changes the model when it comes, and the view hears of it when it has time.
@MainActor
final class ByHand: ListDataSource {
  private(set) var films = Service.titles.map { _ in [Film]() }
  private let service: Service
  private let tell: @MainActor (Message) -> Void
  private var nextPages: [Int?] = Service.titles.map { _ in 1 }
  private var isLoading: Set<Int> = []
  private var untold: [ListUpdate] = []
  private var isAnimating = false
  private var hasStopped = false
  private weak var view: (any ListView)?

  init(service: Service, tell: @escaping @MainActor (Message) -> Void) { (self.service, self.tell) = (service, tell) }

  var numberOfSections: Int { films.count }
  func numberOfItems(inSection section: Int) -> Int { films[section].count }
  func film(at path: IndexPath) -> Film? {
    path.item < films[path.section].count ? films[path.section][path.item] : nil
  }
  var isOver: Bool { hasStopped || nextPages.allSatisfy { $0 == nil } && untold.isEmpty && !isAnimating }

  func follow(_ view: some ListView) {
    self.view = view
    view.reloadAndCount()
    films.indices.forEach(loadNextPage)
  }

  func stop() { hasStopped = true }

  func loadNextPage(in section: Int) {
    guard !hasStopped, let page = nextPages[section], isLoading.insert(section).inserted else { return }
    service.load(page, of: section) { [self] answer in
      isLoading.remove(section)
      if case .success(let page) = answer, !hasStopped { add(page, to: section) }
    }
  }

  private func add(_ page: Page<Film>, to section: Int) {
    nextPages[section] = page.isLast ? nil : nextPages[section].map { $0 + 1 }
    let start = films[section].count
    var known = Set(films[section].map(\.id))
    films[section] += page.items.filter { known.insert($0.id).inserted }
    if start == 0 {  // reloading counts everything
      untold = []
      view?.reloadAndCount()
    } else {
      show(.insert((start..<films[section].count).map { [section, $0] }), in: section)
    }
  }

  private func show(_ update: ListUpdate, in section: Int) {
    tell(.load(phone: .left, section: section, step: .changed))
    untold.append(update)
    showNext()
  }

  private func showNext() {
    guard !isAnimating, !untold.isEmpty, !hasStopped else { return }
    let update = untold.removeFirst()
    isAnimating = true
    view?.performUpdate(animated: true) {
      update
    } completion: { [weak self] in
      self?.isAnimating = false
      self?.showNext()
    }
  }
}
