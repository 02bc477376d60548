import ListViewModelsTestSupport
import Reactive
import Testing

@Suite("map, compactMap, filter", .leavesNothing)
struct MapTests {
  @Test("transform and choose; a dropped value asks for another")
  func values() {
    let source = Source<Int, TestError>(SubscriptionLog())
    let mapped = IntProbe { _ in .max(7) }
    source.map { $0 * 2 }.subscribe(mapped)
    #expect(source.send(4) == .max(7))
    #expect(mapped.values == [8])

    let compact = IntProbe { _ in .max(7) }
    source.compactMap { $0 > 0 ? $0 + 1 : nil }.subscribe(compact)
    #expect(source.send(-1) == .max(1))
    #expect(source.send(1) == .max(7))
    #expect(compact.values == [2])

    let filtered = IntProbe { _ in .max(7) }
    source.filter { $0 % 2 == 0 }.subscribe(filtered)
    #expect(source.send(1) == .max(1))
    #expect(source.send(2) == .max(7))
    #expect(filtered.values == [2])
  }

  @Test("the subscriber gets the subscription of upstream, and whatever comes, after a completion too")
  func forwarding() {
    let log = SubscriptionLog()
    let source = Source<Int, TestError>(log)
    let probe = IntProbe(demand: .max(3))
    source.map { $0 }.filter { _ in true }.compactMap { $0 }.subscribe(probe)
    source.send(completion: .finished)
    source.send(1)
    source.send(completion: .failure(.oops))
    #expect(
      probe.events == [
        .subscription("SubscriptionLog"), .completion(.finished), .value(1), .completion(.failure(.oops)),
      ])
    probe.cancel()
    #expect(log.events == [.requested(.max(3)), .cancelled])
  }
}
