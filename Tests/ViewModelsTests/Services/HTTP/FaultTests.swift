import ListViewModelsServer
import Testing

@Suite("A fault as text")
struct FaultTests {
  @Test(
    "is read and written alike",
    arguments: [
      "404", "429", "429:7", "429:Sun, 06 Nov 1994 08:49:37 GMT", "500", "503", "closed", "head-cut", "longest",
      "trailer", "fields", "half", "wrong-length", "reset",
      "endless", "stalled", "silent", "empty", "html", "utf8", "code21", "code22", "other-page",
      "redirect:http://localhost:1/x", "latency:250",
    ])
  func roundTrip(text: String) throws {
    #expect(try #require(Fault(text)).description == text)
  }

  @Test(
    "is none if nobody knows it", arguments: ["", "200", "600", "half:1", "latency", "latency:-1", "redirect", ":"])
  func unknown(text: String) {
    #expect(Fault(text) == nil)
  }
}
