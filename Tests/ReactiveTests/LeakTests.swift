import ListViewModelsTestSupport
import Reactive
import Testing

/// Each operator and each subscriber, over each subject. ``ReleaseTests`` says when; this, that nothing is left.
@MainActor
@Suite("What is let go of is gone")
struct LeakTests {
  /// How a subscription ends.
  enum End: CaseIterable { case cancelled, completed, dropped }

  /// An operator or a subscriber, with what it is given.
  enum Link: CaseIterable {
    case sink, assign, values, map, filter, compactMap, removeDuplicates, debounce, receiveOnMain, receiveOnQueue

    /// Subscribes, and returns what keeps the subscription.
    @MainActor
    func subscribe(to source: some Publisher<Int, Never>, _ held: Held) -> AnyCancellable {
      switch self {
      case .sink: return source.sink { _ in held.use() }
      case .assign:
        // The token keeps neither the object nor, with it, what it holds.
        return source.assign(to: \.value, on: held)
      case .values:
        let loop = Task { for await _ in source.values { held.use() } }
        return AnyCancellable { loop.cancel() }
      case .map: return source.map { $0 + held.value }.sink { _ in held.use() }
      case .filter: return source.filter { $0 > held.value }.sink { _ in held.use() }
      case .compactMap: return source.compactMap { $0 > held.value ? $0 : nil }.sink { _ in held.use() }
      case .removeDuplicates: return source.removeDuplicates { $0 == $1 + held.value }.sink { _ in held.use() }
      case .debounce:
        let time = VirtualTimeScheduler()
        return source.debounce(for: .seconds(1), scheduler: time).sink { _ in held.use() }
      case .receiveOnMain: return source.receive(on: .main).sink { _ in held.use() }
      case .receiveOnQueue: return source.receive(on: ManualScheduler()).sink { _ in held.use() }
      }
    }
  }

  /// What closures hold.
  final class Held: Sendable {
    private let storage = Box(0)
    var value: Int {
      get { storage.value }
      set { storage.value = newValue }
    }
    func use() {}
  }

  @Test("a subject, what is subscribed to it, and what the closures hold", arguments: Link.allCases, End.allCases)
  func passthrough(_ link: Link, _ end: End) async {
    await expectNothingLeft(of: link, end, PassthroughSubject<Int, Never>())
  }

  @Test("the same of a subject with a value", arguments: Link.allCases, End.allCases)
  func currentValue(_ link: Link, _ end: End) async {
    await expectNothingLeft(of: link, end, CurrentValueSubject<Int, Never>(1))
  }

  @Test("the same of the main actor's subject, which does not complete", arguments: [End.cancelled, .dropped])
  func mainActor(_ end: End) async {
    weak var (subject, held, token): (MainActorSubject<Int>?, Held?, AnyCancellable?)
    do {
      let (newSubject, newHeld) = (MainActorSubject<Int>(), Held())
      let newToken = newSubject.map { $0 + newHeld.value }.sink { _ in newHeld.use() }
      (subject, held, token) = (newSubject, newHeld, newToken)
      newSubject.send(1)
      if end == .cancelled { newToken.cancel() }
    }
    #expect(subject == nil && held == nil && token == nil)
  }

  @Test("a subscription that is kept keeps what its closures hold: the tests above can fail", arguments: Link.allCases)
  func kept(_ link: Link) async {
    guard link != .assign else { return }  // keeps nothing, by design
    weak var held: Held?
    var token: AnyCancellable?
    let subject = PassthroughSubject<Int, Never>()
    do {
      let new = Held()
      held = new
      token = link.subscribe(to: subject, new)
    }
    await Turns.run(100)
    #expect(held != nil)
    withExtendedLifetime((token, subject)) {}
  }

  private func expectNothingLeft<Source: Subject<Int, Never>>(
    of link: Link, _ end: End, _ source: consuming Source
  ) async {
    weak var (weakSource, held, token): (Source?, Held?, AnyCancellable?)
    do {
      let new = Held()
      let newToken = link.subscribe(to: source, new)
      (weakSource, held, token) = (source, new, newToken)
      source.send(2)
      source.send(3)
      await Turns.run(100)
      switch end {
      case .cancelled: newToken.cancel()
      case .completed: source.send(completion: .finished)
      case .dropped: break
      }
    }
    _ = consume source
    await Turns.run(100)
    #expect(weakSource == nil && held == nil && token == nil)
  }
}
