import Foundation
import ListTesting
import ListViewModelsServer
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine
@testable import ViewModels

@MainActor
@Suite("A screen on a network's bad day", .leavesNothing, .serialized, .timeLimit(.minutes(10)))
struct ScreenFaultTests {
  /// What has to become of a section whose second page goes wrong.
  struct Case: CustomTestStringConvertible {
    enum End {
      case complete, withoutOne, finishedEarly, connectionLost, noConnection, wrongPage
      case refused(ServiceError.Kind)
    }

    let fault: Fault
    let end: End
    /// How often the page is asked for.
    var tries = 1
    /// How long the client waits before each further try, where it waits at all.
    var pause = Duration.zero

    var testDescription: String { fault.description }

    static func refusal(_ status: Int, _ code: Int, retryAfter: Duration? = nil) -> End {
      .refused(.refused(status: status, code: code, reason: "Loopback says no.", retryAfter: retryAfter))
    }

    static let all = [
      Case(fault: .latency(milliseconds: 40), end: .complete),
      Case(fault: .status(404), end: refusal(404, 34)),
      Case(fault: .tooManyRequests(retryAfter: nil), end: refusal(429, 25), tries: 4, pause: .seconds(1)),
      Case(
        fault: .tooManyRequests(retryAfter: "9"), end: refusal(429, 25, retryAfter: .seconds(9)), tries: 4,
        pause: .seconds(9)),
      Case(fault: .status(500), end: refusal(500, 11), tries: 4),
      Case(fault: .status(503), end: refusal(503, 9), tries: 4),
      Case(fault: .closed, end: .noConnection, tries: 4),
      Case(fault: .halfBody, end: .connectionLost, tries: 4),
      Case(fault: .wrongLength, end: .connectionLost, tries: 4),
      Case(fault: .reset, end: .connectionLost, tries: 4),
      Case(fault: .endless, end: .refused(.tooLarge(limit: 1 << 20))),
      Case(fault: .brokenUTF8, end: .withoutOne),
      Case(fault: .html, end: .refused(.unreadable("it is not readable JSON"))),
      Case(fault: .code21, end: refusal(200, 21)),
      Case(fault: .code22, end: .finishedEarly),
      Case(fault: .otherPage, end: .wrongPage),
    ]
  }

  @Test(
    "each fault ends in a state that says so, the others go on, and a retry loses nothing",
    arguments: LoopbackHost.all, Case.all)
  func fault(at host: LoopbackHost, of test: Case) async throws {
    let screen = try FaultyScreen(test.fault, at: host)
    defer { screen.server.stop() }
    screen.loadEverything()
    if test.pause > .zero {
      for pause in 1..<test.tries {
        await screen.clock.sleeper(until: test.pause * pause)
        screen.clock.advance(by: test.pause)
      }
    }
    await screen.viewModel.settled()
    // The system itself sends a GET again whose connection, used before, was closed without an answer.
    #expect(test.fault == .closed ? screen.tries >= test.tries : screen.tries == test.tries)
    let state = screen.viewModel.state(of: .popular)
    switch test.end {
    case .complete: #expect(state.phase == .finished && screen.count == 100)
    case .withoutOne: #expect(state.phase == .finished && screen.count == 99 && state.unreadable == 1)
    case .finishedEarly: #expect(state.phase == .finished && screen.count == 20)
    case .wrongPage: #expect(state.phase == .failed(page: 2, .wrongPage(asked: 2, answered: 3)))
    case .refused(let kind):
      #expect(state.phase == .failed(page: 2, .service(ServiceError(kind, host: host.name))))
    case .noConnection:
      // On Linux the same as a host that refuses, if one of its addresses does; see ServiceError.Kind.unreachable.
      let kinds = [ServiceError.Kind.connectionLost(.noAnswer), .connectionLost(.closed), .unreachable(.refused)]
      #expect(
        kinds.contains { state.phase == .failed(page: 2, .service(ServiceError($0, host: host.name))) }, "\(state)")
    case .connectionLost:
      guard case .failed(page: 2, .service(let error as ServiceError)) = state.phase,
        case .connectionLost = error.kind
      else {
        Issue.record("\(state)")
        break
      }
    }
    screen.expectOthersComplete()

    guard state.error != nil else { return }
    #expect(screen.count == 20)
    screen.recover()
    screen.viewModel.retry(.popular)
    await screen.viewModel.settled()
    #expect(screen.count == 100 && screen.viewModel.state(of: .popular).phase == .finished)
    screen.expectOthersComplete()
  }

  @Test("a redirect to another host is not followed: the host hears nothing, of the token least of all")
  func redirect() async throws {
    let asked = Log<Request>()
    let elsewhere = try LoopbackServer { request in
      asked.add(request)
      return Answer(SampleAnswers.movies(page: 2))
    }
    defer { elsewhere.stop() }
    let screen = try FaultyScreen(.redirect(to: "http://localhost:\(elsewhere.port)/movie/popular?page=2"))
    defer { screen.server.stop() }
    screen.loadEverything()
    await screen.viewModel.settled()
    let error = ServiceError(.unsafeRedirect(to: "localhost"), host: "127.0.0.1")
    #expect(screen.viewModel.state(of: .popular).phase == .failed(page: 2, .service(error)))
    #expect(asked.entries.isEmpty && screen.tries == 1 && screen.count == 20)
    screen.expectOthersComplete()
  }

  @Test("an answer that comes after its load was cancelled changes nothing, and the page can be loaded again")
  func cancelled() async throws {
    let (isAsked, mayAnswer, isSent) = (Signal(), Signal(), Signal())
    let screen = try FaultyScreen(nil) { request, answer in
      guard request.path == "/movie/popular", request.query["page"] == "2", !isSent.hasFired
      else { return answer }
      isAsked.fire()
      await mayAnswer.wait()
      var answer = answer
      answer.afterwards = { isSent.fire() }
      return answer
    }
    defer { screen.server.stop() }
    screen.loadEverything()
    await isAsked.wait()
    screen.viewModel.cancel(.popular)
    mayAnswer.fire()
    await isSent.wait()
    await screen.viewModel.settled()
    #expect(screen.viewModel.state(of: .popular).phase == .idle && screen.count == 20)
    screen.expectOthersComplete()

    screen.goesOn = true
    screen.viewModel.loadNextPage(in: .popular)
    await screen.viewModel.settled()
    #expect(screen.count == 100 && screen.tries == 2)
    screen.expectOthersComplete()
  }
}

/// The movies screen with a strict list view, over real sockets, whose second popular page goes wrong until it recovers.
@MainActor
private final class FaultyScreen {
  let server: LoopbackServer
  let clock = TestClock()
  let viewModel: MoviesViewModel
  /// Whether a section that is idle again after a cancel asks for more.
  var goesOn = false
  private let view: StrictListView
  private let requests = Log<Request>()
  private let recovery = Signal()
  private var bag: Set<AnyCancellable> = []

  init(
    _ fault: Fault?, at host: LoopbackHost = .one,
    then change: @escaping @Sendable (Request, Answer) async -> Answer = { $1 }
  ) throws {
    var routes = ServiceRoutes.sample
    routes.authorization = "Bearer s3cret"
    routes.fault = { [recovery] request in
      let isMeant = request.path == "/movie/popular" && request.query["page"] == "2"
      return isMeant && !recovery.hasFired ? fault : nil
    }
    server = try LoopbackServer(at: host) { [requests, routes] request in
      requests.add(request)
      return await change(request, routes.answer(request))
    }
    let client = RetryingClient(LimitedClient(URLSessionClient.timeless()), clock: clock, random: { 0 })
    let viewModel = MoviesViewModel(service: try server.movieService(client: client)).withoutTimeLimit()
    self.viewModel = viewModel
    view = StrictListView(dataSource: viewModel) { viewModel.item(at: $0)?.title ?? "" }
    view.onViolation = { _ in }
    view.layoutIfNeeded()
    viewModel.bind(to: view).store(in: &bag)
  }

  /// How many popular movies there are.
  var count: Int { viewModel.numberOfItems(in: .popular) }
  /// How often the page that goes wrong was asked for.
  var tries: Int { requests.entries.count { $0.path == "/movie/popular" && $0.query["page"] == "2" } }

  /// Asks for page after page, of all sections side by side.
  func loadEverything() {
    viewModel.loadStates
      .sink { [weak self] section, state in
        guard let self, state.phase == .idle, state.generation == 0 || goesOn else { return }
        viewModel.loadNextPage(in: section)
      }
      .store(in: &bag)
    viewModel.loadFirstPages()
  }

  func recover() { recovery.fire() }

  func expectOthersComplete(sourceLocation: SourceLocation = #_sourceLocation) {
    let all = (100..<600).filter { $0 % 100 < 20 }
    for section in MovieSection.allCases where section != .popular {
      #expect(viewModel.state(of: section).phase == .finished, sourceLocation: sourceLocation)
      #expect(
        viewModel.items(in: section).map(\.id) == all, sourceLocation: sourceLocation)
    }
    #expect(viewModel.pages.gate.isIdle && viewModel.loadsInFlight == 0, sourceLocation: sourceLocation)
    #expect(view.violations == [] && view.discrepancies == [], sourceLocation: sourceLocation)
  }
}
