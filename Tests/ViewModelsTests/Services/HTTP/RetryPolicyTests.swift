import Foundation
import ListViewModelsTestSupport
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("A retry policy")
struct RetryPolicyTests {
  let policy = RetryPolicy()

  private static let unreachable = ServiceError(.unreachable(.refused))
  private static let lost = ServiceError(.connectionLost(.closed))
  private static func status(_ status: Int, retryAfter: Duration?) -> ServiceError {
    ServiceError(.refused(status: status, retryAfter: retryAfter))
  }

  @Test("waits anything from nothing to a step that doubles, and never longer than the longest wait")
  func fullJitter() {
    for (number, longest) in [(1, 500), (2, 1_000), (3, 2_000), (6, 10_000), (70, 10_000)] {
      var policy = policy
      policy.tries = 100
      func wait(_ random: Double) -> Duration? {
        policy.wait(after: Self.unreachable, try: number, elapsed: .zero, random: random)
      }
      #expect(wait(0) == .zero)
      #expect(wait(0.5) == .milliseconds(longest / 2))
      #expect(wait(1) == .milliseconds(longest))
    }
  }

  @Test("tries again after 408, 429, 5xx and connection failures, and after nothing else")
  func curable() {
    for status in 100...599 {
      let wait = policy.wait(after: Self.status(status, retryAfter: nil), try: 1, elapsed: .zero, random: 0)
      #expect((wait != nil) == (status == 408 || status == 429 || status >= 500), "\(status)")
    }
    #expect(policy.wait(after: Self.lost, try: 1, elapsed: .zero, random: 0) != nil)
    #expect(policy.wait(after: Self.unreachable, try: 1, elapsed: .zero, random: 0) != nil)
  }

  @Test("sends what must not happen twice again only where it cannot have happened")
  func unrepeatable() {
    func wait(_ failure: ServiceError) -> Duration? {
      policy.wait(after: failure, try: 1, elapsed: .zero, isRepeatable: false, random: 0)
    }
    #expect(wait(Self.unreachable) != nil && wait(Self.status(429, retryAfter: nil)) != nil)
    #expect(wait(Self.lost) == nil && wait(Self.status(500, retryAfter: nil)) == nil)
  }

  @Test("waits at least as long as Retry-After says, up to a cap, and a second after a 429 that does not say")
  func retryAfter() {
    func wait(_ status: Int, _ retryAfter: Duration?, random: Double = 0) -> Duration? {
      policy.wait(after: Self.status(status, retryAfter: retryAfter), try: 1, elapsed: .zero, random: random)
    }
    #expect(wait(429, .seconds(7)) == .seconds(7))
    #expect(wait(503, .seconds(7)) == .seconds(7))
    #expect(wait(429, .seconds(7), random: 1) == .milliseconds(7_500))
    #expect(wait(429, .seconds(3_600)) == .seconds(30))
    #expect(wait(429, .seconds(-5)) == .zero)
    #expect(wait(429, nil) == .seconds(1))
    #expect(wait(503, nil) == .zero)
  }

  @Test("gives up after the last try, and when the wait would not end within the total time")
  func caps() {
    func wait(try number: Int, elapsed: Duration) -> Duration? {
      policy.wait(after: Self.status(429, retryAfter: .seconds(10)), try: number, elapsed: elapsed, random: 0)
    }
    #expect(wait(try: 3, elapsed: .zero) != nil && wait(try: 4, elapsed: .zero) == nil)
    #expect(wait(try: 1, elapsed: .seconds(49)) != nil && wait(try: 1, elapsed: .seconds(50)) == nil)
    #expect(RetryPolicy.never.wait(after: Self.unreachable, try: 1, elapsed: .zero, random: 0) == nil)
  }

  @Test(
    "Retry-After is read as seconds and as an HTTP date in its three forms",
    arguments: [
      ("0", 0), ("120", 120), (" 7 ", 7), ("99999999999999999999999", 1_000_000_000), ("", nil), ("-1", nil),
      ("1.5", nil), ("soon", nil), ("Sun, 06 Nov 1994 08:49:37 GMT", 37), ("Sunday, 06-Nov-94 08:49:37 GMT", 37),
      ("Sun Nov  6 08:49:37 1994", 37), ("Sun, 06 Nov 1994 08:48:00 GMT", 0),
      // Foundation on Linux ends the process where its parser stops within a letter.
      ("Sun, 06\u{301} GMT", nil), ("Sun, 06 Nov 1994 08:49:37\u{FE0F} GMT", nil), ("06\r\n", nil),
      // A device whose clock is wrong by decades would wait for as long.
      ("Sat, 21 Nov 2026 17:00:00 GMT", 3_600),
    ] as [(String, Int?)])
  func header(text: String, seconds: Int?) throws {
    let now = try Date("1994-11-06T08:49:00Z", strategy: .iso8601)
    #expect(RetryAfter.duration(text, now: now) == seconds.map { .seconds($0) })
  }
}
