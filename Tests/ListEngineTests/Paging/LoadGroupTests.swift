import Testing

@testable import ListEngine

@Suite("Sections asked for together")
struct LoadGroupTests {
  @Test("as they come: each answer is let through at once")
  func asTheyCome() {
    var group = LoadGroup<String, String>(["a", "b"], order: .asTheyCome)
    #expect(group.receive("b1", of: "b") == ["b1"])
    #expect(group.receive("a2", of: "a") == ["a2"])
  }

  @Test("in order: an answer waits for those before it, failed and cancelled ones included")
  func inOrder() {
    var group = LoadGroup<String, String>(["a", "b", "c", "d"], order: .inOrder)
    #expect(group.receive("c1", of: "c") == [])
    #expect(group.receive("b2", of: "b") == [])
    #expect(group.ended("a", as: .cancelled) == ["b2", "c1"])
    #expect(group.receive("d3", of: "d") == ["d3"])
  }

  @Test("together: nothing is let through before all have answered, then all in section order")
  func together() {
    var group = LoadGroup<String, String>(["a", "b", "c"], order: .together)
    #expect(group.receive("c1", of: "c") == [])
    #expect(group.receive("a2", of: "a") == [])
    #expect(group.receive("b3", of: "b") == ["a2", "b3", "c1"])
  }

  @Test("together: a cancelled section holds up no other, and its late answer is not let through")
  func togetherCancelled() {
    var group = LoadGroup<String, String>(["a", "b"], order: .together)
    #expect(group.receive("b1", of: "b") == [])
    #expect(group.ended("a", as: .cancelled) == ["b1"])
  }

  @Test("the summary is there when the last has ended, and says how each did")
  func summary() {
    var group = LoadGroup<String, String>(["a", "b", "c"], order: .asTheyCome)
    _ = group.ended("c", as: .loaded)
    _ = group.ended("b", as: .failed(.repeatedCursor))
    #expect(group.summary == nil)
    _ = group.ended("a", as: .cancelled)
    #expect(group.summary?.loaded == ["c"])
    #expect(group.summary?.failed == ["b"])
    #expect(group.summary?.cancelled == ["a"])
  }
}
