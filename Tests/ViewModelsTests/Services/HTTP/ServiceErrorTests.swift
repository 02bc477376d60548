import Foundation
import ListEngine
import Testing
import ViewModels

@Suite("A service error")
struct ServiceErrorTests {
  @Test("names host, status, code and reason in one sentence")
  func description() {
    let refused = ServiceError(
      .refused(status: 429, code: 25, reason: "Too many requests.", retryAfter: .seconds(7)), host: "api.example")
    #expect("\(refused)" == #"api.example: HTTP 429, code 25, "Too many requests.", try again in 7 s"#)
    let soon = ServiceError(.refused(status: 503, retryAfter: .milliseconds(7_100)))
    #expect("\(soon)" == "service: HTTP 503, try again in 8 s")
    let late = ServiceError(.refused(status: 503, retryAfter: .seconds(Int64.max)))
    #expect("\(late)" == "service: HTTP 503, try again in \(Int64.max) s")
    #expect(refused.localizedDescription == "\(refused)")
    #expect("\(ServiceError(.unreadable("page is missing")))" == "service: unreadable answer: page is missing")
  }

  @Test("a service's words are cut to 200 characters and kept on one line")
  func presentable() {
    let words = String(repeating: "line\n", count: 100)
    let error = #expect(throws: ServiceError.self) {
      try TMDBMoviePage.decode(
        JSONSerialization.data(withJSONObject: ["status_code": 7, "success": false, "status_message": words]))
    }
    #expect(error?.description.contains("\n") == false)
    #expect((error?.description.count ?? 999) < 250)
  }
}
