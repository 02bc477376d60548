import Testing

@testable import Reactive

/// Programming errors end the program, and say why.
///
/// Each runs in a process of its own. The words reach standard error in debug builds only, as with any precondition.
@Suite("Traps", .timeLimit(.minutes(10)))
struct TrapTests {
  @Test("a negative demand traps and names itself")
  func negativeDemand() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Subscribers.Demand.max(-1)
    }
    expect(result, says: "demand must not be negative, got -1")
  }

  @Test("asking a PassthroughSubject for no values traps")
  func passthroughSubject() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      PassthroughSubject<Int, Never>().subscribe(Asking())
    }
    expect(result, says: "a subject was asked for no values: demand must be at least .max(1)")
  }

  @Test("asking a CurrentValueSubject for no values traps")
  func currentValueSubject() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CurrentValueSubject<Int, Never>(1).subscribe(Asking())
    }
    expect(result, says: "a subject was asked for no values: demand must be at least .max(1)")
  }

  @Test("asking a MainActorSubject for no values traps")
  func mainActorSubject() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      MainActorSubject<Int>().subscribe(Asking())
    }
    expect(result, says: "a subject was asked for no values: demand must be at least .max(1)")
  }

  @Test("asking removeDuplicates for no values traps")
  func removeDuplicates() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      PassthroughSubject<Int, Never>().removeDuplicates().subscribe(Asking())
    }
    expect(result, says: "was asked for no values")
  }

  private func expect(_ result: ExitTest.Result?, says text: String) {
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains(text))
  }
}

/// Asks for no values at all, which no subscriber may.
private struct Asking: Subscriber {
  func receive(subscription: any Subscription) { subscription.request(.none) }
  func receive(_: Int) -> Subscribers.Demand { .none }
  func receive(completion _: Subscribers.Completion<Never>) {}
}
