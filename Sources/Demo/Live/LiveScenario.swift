import Foundation
import Reactive
import ViewModels

/// A screen in real time: a list to scroll through where there is a terminal, plain lines where there is none.
@MainActor
struct LiveScenario {
  let arguments: Arguments
  let output: (String) -> Void

  /// - Returns: the status to end with: 1 if the list view objected, 128 and more after a signal.
  func run() async throws -> Int32 {
    let world = RealWorld()
    switch arguments.screen {
    case .store:
      let service = SampleService(world: world, seed: arguments.seed)
      let store = StoreViewModel(
        dishes: SampleDishService(service: service), orders: try SampleHook(world: world, seed: arguments.seed).service,
        monitor: systemMonitor(), images: .unused)
      return await show(
        store, in: world, title: \.title, name: \.rawValue, cell: \.cell,
        extend: { LiveStore(store, on: $0, in: world) },
        extendPlain: { StoreReport(store, in: world, printer: $0, output: output) }
      ) {
        store.categories.showPlaceholders(3)
        store.categories.load()
      }
    case .categories:
      let service = SampleService(world: world, seed: arguments.seed)
      let viewModel = CategoriesViewModel(service: SampleDishService(service: service))
      return await show(viewModel, in: world, title: \.title, name: \.rawValue, cell: \.title) {
        viewModel.showPlaceholders(3)
        viewModel.load()
      }
    default:
      let viewModel = MoviesViewModel(service: SampleMovieService.sample(in: world, seed: arguments.seed))
      return await show(viewModel, in: world, title: \.rawValue, name: \.rawValue, cell: \.title) {
        viewModel.pages.showPlaceholders(3)
        viewModel.loadFirstPages()
      }
    }
  }

  /// Shows any screen.
  /// - Parameters:
  ///   - extend: adds to the screen what is not its list; what it returns is kept.
  ///   - extendPlain: likewise where there is no terminal.
  ///   - start: what to ask for when everything is bound.
  func show<ViewModel: PagedListViewModel>(
    _ viewModel: ViewModel, in world: any World, title: (ViewModel.SectionID) -> String,
    name: @escaping (ViewModel.SectionID) -> String, cell: @escaping (ViewModel.Item) -> String,
    extend: (LiveFrontEnd<ViewModel>) -> AnyObject? = { _ in nil },
    extendPlain: (any EventPrinter) -> AnyObject? = { _ in nil }, start: () -> Void
  ) async -> Int32 {
    guard let terminal = Terminal() else {
      let printer: any EventPrinter = arguments.format == .json ? JSONPrinter() : TextPrinter()
      let plain = PlainFrontEnd(viewModel, in: world, printer: printer, name: name, output: output)
      let extra = extendPlain(printer)
      defer { withExtendedLifetime(extra) {} }
      start()
      await viewModel.settled()
      return plain.violations == 0 ? 0 : 1
    }
    defer { terminal.restore() }
    let isInColour = (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
    let frontEnd = LiveFrontEnd(
      viewModel, name: arguments.screen.rawValue, in: world, title: title, cell: cell,
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

/// Events as lines, as they happen.
@MainActor
final class PlainFrontEnd<ViewModel: PagedListViewModel> {
  private let list: StrictListView
  private var bag: Set<AnyCancellable> = []
  var violations: Int { list.violations.count }

  init(
    _ viewModel: ViewModel, in world: any World, printer: any EventPrinter,
    name: @escaping (ViewModel.SectionID) -> String, output: @escaping (String) -> Void
  ) {
    list = StrictListView(dataSource: viewModel)
    list.onViolation = { output("violation: \($0)") }
    viewModel.bind(to: list).store(in: &bag)
    func print(_ kind: RunEvent.Kind, _ position: Int) {
      let section = viewModel.sections[position]
      output(
        printer.line(
          for: RunEvent(
            kind: kind, section: name(section), sectionIndex: position, total: viewModel.numberOfItems(in: section),
            time: world.milliseconds)))
    }
    viewModel.updates.sink { update in
      switch update {
      case .insert(let indexPaths): if let first = indexPaths.first { print(.insert(indexPaths), first.section) }
      case .reload(let section): print(.reload, section)
      case .batch(let batch): print(.batch(batch), 0)
      }
    }.store(in: &bag)
    viewModel.loadStates.sink { section, state in
      guard let position = viewModel.sections.firstIndex(of: section) else { return }
      switch state.phase {
      case .idle: print(.state(name: "idle", page: nil, reason: nil), position)
      case .loading(let page): print(.state(name: "loading", page: page, reason: nil), position)
      case .failed(let page, let error):
        print(.state(name: "failed", page: page, reason: error.description), position)
      case .finished: print(.state(name: "finished", page: nil, reason: nil), position)
      }
    }.store(in: &bag)
  }
}
