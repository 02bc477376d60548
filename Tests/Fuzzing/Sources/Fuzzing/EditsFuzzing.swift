import ListViewModelsTestSupport

@testable import ListEngine

/// Bytes are what happens to what two sections show: pages at both ends, refreshes that begin again or join on, edits that are
/// done, sent, confirmed and taken back, filters and orders. After each, they show what the definition of law 8 makes of
/// the history.
func fuzzEdits(_ bytes: Bytes) {
  var bytes = bytes
  var world = ShownWorld()
  world.most = 8
  var taken: [ShownWorld.Step] = []
  while !bytes.rest.isEmpty, taken.count < 60 {
    let step = ShownWorld.step(using: &bytes)
    guard let violation = world.take(step) else { continue }
    taken.append(step)
    if let violation { require(false, "\(violation) after \(taken)") }
  }
}
