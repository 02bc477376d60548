import Foundation

/// What the fuzzer may run, by name. Each takes any bytes, and traps where something doesn't hold.
private let targets: [String: @MainActor (Bytes) -> Void] = [
  "answers": fuzzAnswers, "saved": fuzzSaved, "loads": fuzzLoads, "lists": fuzzLists, "snapshots": fuzzSnapshots,
  "requests": fuzzRequests, "writers": fuzzWriters, "keys": fuzzKeys, "arguments": fuzzArguments,
  "edits": fuzzEdits, "orders": fuzzOrders,
]

/// The target that `TARGET` in the environment names.
private let target: @MainActor (Bytes) -> Void = {
  guard let target = ProcessInfo.processInfo.environment["TARGET"].flatMap({ targets[$0] }) else {
    fatalError("TARGET is one of \(targets.keys.sorted().joined(separator: ", "))")
  }
  return target
}()

/// What libFuzzer's main function calls, on its own thread, with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Bytes(UnsafeBufferPointer(start: start, count: count))
  MainActor.assumeIsolated { target(bytes) }
  return 0
}

/// Ends the process with a sentence if something doesn't hold, for the fuzzer to keep the input.
func require(_ holds: Bool, _ what: @autoclosure () -> String) {
  if !holds { fatalError("broken: \(what())") }
}

/// Whether two texts are the same, scalar by scalar: `==` also accepts another way to write them.
func isSame(_ text: String, _ other: String) -> Bool { text.unicodeScalars.elementsEqual(other.unicodeScalars) }
