import Foundation
import Reactive
import ViewModels

/// A screen in real time: a list to scroll through in a terminal, or plain lines without one.
@MainActor
struct LiveScenario {
  let arguments: Arguments
  let output: (String) -> Void
  private let time = RealTime()

  /// - Returns: the exit status: 1 after a violation, 128 and more after a signal.
  func run() async throws -> Int32 {
    let service = SampleService(time: time, seed: arguments.seed)
    switch arguments.screen {
    case .store:
      let store = StoreViewModel(
        dishes: SampleDishService(service: service), orders: try SampleHook(time: time, seed: arguments.seed).service,
        monitor: systemMonitor(), images: .unused)
      var bag: Set<AnyCancellable> = []
      return await show(
        store, title: \.title, name: \.rawValue, cell: \.cell,
        extend: { LiveStore(store, on: $0, in: time) }, extendPlain: { store.report(to: $0, &bag) }
      ) {
        store.categories.showPlaceholders(3)
        store.categories.load()
      }
    case .categories:
      let viewModel = CategoriesViewModel(service: SampleDishService(service: service))
      return await show(viewModel, title: \.title, name: \.rawValue, cell: \.title) {
        viewModel.showPlaceholders(3)
        viewModel.load()
      }
    default:
      let viewModel = MoviesViewModel(service: SampleMovieService.sample(in: time, seed: arguments.seed))
      return await show(viewModel, title: \.rawValue, name: \.rawValue, cell: \.title) {
        viewModel.pages.showPlaceholders(3)
        viewModel.loadFirstPages()
      }
    }
  }

  /// Shows any screen.
  /// - Parameters:
  ///   - extend: adds the parts of the screen that are not its list. The result lives as long as the screen.
  ///   - extendPlain: does the same where there is no terminal.
  ///   - start: asks for the first pages, when everything is bound.
  private func show<ViewModel: PagedListViewModel>(
    _ viewModel: ViewModel, title: (ViewModel.SectionID) -> String, name: @escaping (ViewModel.SectionID) -> String,
    cell: @escaping (ViewModel.Element) -> String, extend: (LiveFrontEnd<ViewModel>) -> AnyObject? = { _ in nil },
    extendPlain: (EventLog) -> Void = { _ in }, start: () -> Void
  ) async -> Int32 {
    guard let terminal = Terminal() else {
      let log = EventLog(time: time, printer: arguments.format.printer, output: output)
      let report = ListReport(viewModel, log: log, name: name, cell: cell)
      extendPlain(log)
      start()
      await viewModel.settled()
      return report.list.violations.isEmpty ? 0 : 1
    }
    defer { terminal.restore() }
    let isInColour = (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
    let frontEnd = LiveFrontEnd(
      viewModel, name: arguments.screen.rawValue, in: time, title: title, cell: cell,
      draw: { terminal.draw($0, inColour: isInColour) })
    let extra = extend(frontEnd)
    defer { withExtendedLifetime(extra) {} }
    frontEnd.resize(width: terminal.size.width, height: terminal.size.height)
    start()
    var bytes: [UInt8] = []
    for await event in terminal.events {
      switch event {
      case .resized:
        terminal.clear()
        frontEnd.resize(width: terminal.size.width, height: terminal.size.height)
      case .ended(let signal): return 128 + signal
      case .bytes(let new):
        bytes += new
        for key in LiveKey.read(&bytes) {
          switch key {
          case .quit: return frontEnd.screen.violation == nil ? 0 : 1
          case .interrupt: return 128 + SIGINT
          case .redraw:
            terminal.clear()
            frontEnd.press(key)
          default: frontEnd.press(key)
          }
        }
      }
    }
    return 0
  }
}

extension Dish {
  fileprivate var cell: String { salePrice.map { "\(title), \($0.text)" } ?? title }
}
