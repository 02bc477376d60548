import Testing

@testable import ViewModels

@Suite("Errors of loads")
struct LoadErrorTests {
  private struct Other: Error, CustomStringConvertible { let description = "refused" }

  @Test("two errors are equal if they are of one kind and say the same")
  func equality() {
    #expect(LoadError.service(Refused()) == .service(Refused()))
    #expect(LoadError.service(Refused()) != .service(Other()))
    #expect(LoadError.nothingNew(pages: 1) != .nothingNew(pages: 2))
    #expect(LoadError.service(LoadError.nothingNew(pages: 1)) != .nothingNew(pages: 1))
    #expect(LoadError.timedOut(after: .seconds(1)) == .timedOut(after: .seconds(1)))
  }

  @Test("a time limit is said in units that people read")
  func timedOut() {
    #expect("\(LoadError.timedOut(after: .seconds(60)))" == "no answer within 60 seconds")
    #expect("\(LoadError.timedOut(after: .milliseconds(1_500)))" == "no answer within 1.5 seconds")
  }
}
