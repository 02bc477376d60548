@testable import ListEngine
@testable import ViewModels

/// Bytes are what happens to the loads of four sections, of which three may be requested at once. The laws that the
/// exploration checks hold after each, and in the end everything ends.
func fuzzLoads(_ bytes: Bytes) {
  let steps = LoadsWorld.steps(all: true, sections: 4) + (0..<4).flatMap(moreSteps) + [.showPlaceholders(3)]
  var bytes = bytes
  var world = LoadsWorld(sections: 4, lastPage: 5, maximumLoads: 1 + bytes.number(below: 3), mostChanges: 4)
  var taken: [LoadsWorld.Step] = []
  while !bytes.rest.isEmpty {
    let step = steps[bytes.number(below: steps.count)]
    guard let violation = world.take(step) else { continue }
    taken.append(step)
    if let violation { require(false, "\(violation) after \(taken)") }
  }
  require(!world.takesStaleAnswers, "a stale answer is taken after \(taken)")
  require(world.ends, "something never ends after \(taken)")
}

private func moreSteps(_ section: Int) -> [LoadsWorld.Step] {
  [
    .fill(section, 1), .fill(section, 9), .seed(section, next: nil), .seed(section, next: PageKey(number: 2)),
    .seed(section, next: PageKey(number: 3, cursor: "a")),
    .answer(section, AppliedPage(added: 0, repeats: 2)), .answer(section, AppliedPage(added: 1, nextCursor: "a")),
    .answer(section, AppliedPage(added: 1, nextCursor: "b")),
    .loadPrevious(section), .refreshAt(section, page: 2), .refreshAt(section, page: 4), .refreshJoining(section),
    .answer(section, AppliedPage(added: 1, previousCursor: "p", nextCursor: "a")),
    .answer(section, AppliedPage(added: 0, previousCursor: "q")),
    .answer(section, AppliedPage(added: 1, nextCursor: "a", left: .init(front: true, back: true))),
    .answer(section, AppliedPage(added: 1, left: .init(front: false, back: true))),
  ]
}
