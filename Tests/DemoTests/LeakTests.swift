import Foundation
import ListViewModelsServer
import ListViewModelsTestSupport
import Reactive
import SampleService
import Testing
import ViewModels

@testable import Demo

/// Nothing keeps what the demo makes, once its owner has let go of it. The race's leaks are looked for by the address
/// sanitizer.
@MainActor
@Suite("What the demo lets go of is gone", .timeLimit(.minutes(10)))
struct LeakTests {
  private let look = Look<MoviesViewModel>(name: \.rawValue, title: MoviesViewModel.Wording().title, cell: \.title)

  @Test("a run, with its screen")
  func run() async {
    weak var (viewModel, run, gate): (MoviesViewModel?, Run<MoviesViewModel>?, SerialGate?)
    do {
      let time = VirtualTime()
      let new = MoviesViewModel(service: SampleService(time: time, seed: 1))
      let log = EventLog(time: time, printer: TextPrinter(), output: { _ in })
      let newRun = Run(new, log: log, look: look)
      (viewModel, run, gate) = (new, newRun, new.pages.gate)
      newRun.scroll(pages: 2)
      new.loadFirstPages()
      #expect(await newRun.finish().items > 80)
    }
    await Turns.run(100)
    #expect(viewModel == nil && run == nil && gate == nil)
  }

  @Test("a live screen, and what it draws with")
  func frontEnd() async {
    weak var (viewModel, frontEnd, held): (MoviesViewModel?, LiveFrontEnd<MoviesViewModel>?, NSObject?)
    do {
      let time = VirtualTime()
      let (new, newHeld) = (MoviesViewModel(service: SampleService(time: time, seed: 1)), NSObject())
      time.limitLoads(of: new.pages)
      let newFrontEnd = LiveFrontEnd(new, name: "movies", in: time, look: look) { _ in
        withExtendedLifetime(newHeld) {}
      }
      (viewModel, frontEnd, held) = (new, newFrontEnd, newHeld)
      newFrontEnd.resize(width: 80, height: 24)
      new.loadFirstPages()
      await time.run(while: new.pages.requestsInFlight) {}
      #expect(newFrontEnd.frames > 0)
    }
    await Turns.run(100)
    #expect(viewModel == nil && frontEnd == nil && held == nil)
  }

  @Test("the store's lines on a live screen")
  func store() async throws {
    weak var (viewModel, extra, orders): (StoreViewModel?, LiveStore?, OrdersViewModel?)
    do {
      let time = VirtualTime()
      let new = try StoreViewModel.sample(in: time, SampleNetwork(), seed: 1)
      let frontEnd = LiveFrontEnd(
        new, name: "store", in: time,
        look: Look(name: \.rawValue, title: CategoriesViewModel.Wording().title, cell: \.title), draw: { _ in })
      time.limitLoads(of: new.pages)
      let newExtra = LiveStore(new, on: frontEnd, in: time)
      (viewModel, extra, orders) = (new, newExtra, new.orders)
      new.loadFirstPages()
      await time.run(while: new.pages.requestsInFlight) {}
    }
    await Turns.run(100)
    #expect(viewModel == nil && extra == nil && orders == nil)
  }

  @Test("a server, with its handler, after a request")
  func server() async throws {
    weak var server: LoopbackServer?
    let gone = AsyncStream<Void>.makeStream()
    do {
      let farewell = Canary { gone.continuation.finish() }
      let new = try LoopbackServer { _ in withExtendedLifetime(farewell) { Answer("here") } }
      server = new
      #expect(try await URLSessionClient().send(HTTPRequest(#require(URL(string: new.address)))).status == 200)
    }
    #expect(server == nil)
    for await _ in gone.stream {}  // the thread of the last connection lets go of the handler
  }
}
