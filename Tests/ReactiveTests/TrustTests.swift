import Dispatch
import ListViewModelsTestSupport
import Testing

@testable import Reactive

@Suite("Sinks of publishers that are not the package's, or stand on such")
struct TrustTests {
  /// Under the thread sanitizer this says whether the sink's own variables are guarded.
  @Test("an operator that ends the stream on another thread meets no value", arguments: [false, true], 0..<10)
  func ended(passesSubscriberOn: Bool, round: Int) {
    let (gone, late, completions) = (Box(0), Box(0), Box(0))
    let subject = PassthroughSubject<Int, Never>()
    let keeper = Keeper(subject, passesSubscriberOn: passesSubscriberOn)
    let token: AnyCancellable
    do {
      let canary = Canary { gone.increment() }
      token = keeper.sink(receiveCompletion: { _ in completions.increment() }) { value in
        withExtendedLifetime(canary) { if value < 0 { late.increment() } }
      }
    }
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      if thread == 1 { return keeper.end() }
      for value in 0..<100_000 where completions.value == 0 { subject.send(value) }
    }
    subject.send(-1)
    #expect(late.value == 0 && completions.value == 1)
    #expect(gone.value == 1)
    withExtendedLifetime(token) {}
  }

  @Test("a cancel releases the closures, though an operator keeps its subscriber", arguments: [false, true])
  func kept(passesSubscriberOn: Bool) {
    let gone = Box(0)
    let keeper = Keeper(PassthroughSubject<Int, Never>(), passesSubscriberOn: passesSubscriberOn)
    do {
      let canary = Canary { gone.increment() }
      keeper.sink { _ in _ = canary }.cancel()
    }
    #expect(gone.value == 1)
  }

  enum Link: CaseIterable { case map, filter, compactMap, removeDuplicates, hop, erase, inner, direct }

  /// The chain with one more link; what it makes of values; whether it is trusted then.
  private func append(_ link: Link, to chain: AnyPublisher<Int, Never>, by scheduler: VirtualTimeScheduler)
    -> (chain: any Publisher<Int, Never>, made: ([Int]) -> [Int], isTrusted: Bool)
  {
    switch link {
    case .map: (chain.map { $0 / 2 }, { $0.map { $0 / 2 } }, chain.isTrusted)
    case .filter: (chain.filter { $0 % 3 > 0 }, { $0.filter { $0 % 3 > 0 } }, chain.isTrusted)
    case .compactMap:
      (chain.compactMap { $0 % 5 > 0 ? $0 : nil }, { $0.filter { $0 % 5 > 0 } }, chain.isTrusted)
    case .removeDuplicates:
      (chain.removeDuplicates(), { $0.reduce(into: []) { if $0.last != $1 { $0.append($1) } } }, true)
    case .hop: (chain.receive(on: scheduler), { $0 }, true)
    case .erase: (chain, { $0 }, chain.isTrusted)
    case .inner, .direct: (Keeper(chain, passesSubscriberOn: link == .direct), { $0 }, false)
    }
  }

  @Test("operators of an app at any place of a chain: it is trusted down to the last of them, and lets go at cancel")
  func chains() {
    var random = SeededGenerator(stream: 81)
    for round in 0..<400 {
      let subject = PassthroughSubject<Int, Never>()
      let scheduler = VirtualTimeScheduler()
      let links = (0..<Int.random(in: 0...5, using: &random)).map { _ in Link.allCases.randomElement(using: &random)! }
      var expected = (0..<Int.random(in: 0...20, using: &random)).map { _ in Int.random(in: 0..<40, using: &random) }
      let sent = expected
      var (chain, mustBeTrusted) = (subject.eraseToAnyPublisher(), true)
      for link in links {
        let (next, made, isTrusted) = append(link, to: chain, by: scheduler)
        (expected, mustBeTrusted) = (made(expected), isTrusted)
        #expect(trusts(next) == isTrusted, "\(links), round \(round)")
        chain = next.eraseToAnyPublisher()
      }
      #expect(chain.isTrusted == mustBeTrusted)
      let (gone, heard, token) = (Box(0), Box<[Int]>([]), Box<AnyCancellable?>(nil))
      let cancelsInside = Bool.random(using: &random)
      do {
        let canary = Canary { gone.increment() }
        token.value = chain.sink { value in
          heard.append(value)
          withExtendedLifetime(canary) { if value < 0 { token.value?.cancel() } }
        }
      }
      for value in sent { subject.send(value) }
      scheduler.run()
      #expect(heard.value == expected, "\(links), round \(round)")
      if cancelsInside {
        subject.send(-960)  // halved five times it still is negative
        subject.send(-1_920)
        scheduler.run()
      }
      token.value?.cancel()
      #expect(gone.value == 1, "\(links), round \(round)")
      subject.send(1)
      scheduler.run()
      #expect(heard.value.filter { $0 >= 0 } == expected, "\(links), round \(round)")
    }
  }
}
