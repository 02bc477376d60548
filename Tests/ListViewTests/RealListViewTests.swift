#if canImport(AppKit) || (canImport(UIKit) && !os(watchOS))
  import Testing

  import ListTesting
  import ListViewModelsTestSupport

  @testable import ListEngine

  /// The system's own list views, bound through the adapters, beside the strict one.
  @Suite("Real list views", .serialized, .timeLimit(.minutes(10)))
  @MainActor
  struct RealListViewTests {
    @Test("after a random difference of two lists a real view counts as the model does", arguments: RealKind.allCases)
    func differences(kind: RealKind) async {
      var random = SeededGenerator(seed: SeededGenerator.seed())
      let real = kind.make()
      for step in 0..<200 {
        let lists = RandomLists(sections: 4, items: 8, sharing: true, using: &random)
        func text(_ list: RandomLists.List) -> [[String]] {
          list.sections.map { section in list.items(in: section).map { "\($0.id) \($0.text)" } }
        }
        let batch = lists.new.difference(from: lists.old)
        await compare(real, text(lists.old), batch, text(lists.new), animated: step.isMultiple(of: 20), step)
      }
    }

    @Test(
      "after any random batch that a strict view accepts a real view counts as the model does",
      arguments: RealKind.allCases)
    func batches(kind: RealKind) async {
      var random = SeededGenerator(seed: SeededGenerator.seed())
      let real = kind.make()
      var compared = 0
      for step in 0..<300 {
        let random = RandomBatch(using: &random)
        guard let batch = random.listBatch else { continue }
        await compare(real, random.before, batch, random.after.map(\.items), animated: step.isMultiple(of: 20), step)
        compared += 1
      }
      #expect(compared > 50)
    }

    @Test("in no window a real view reloads, and counts as the model does", arguments: RealKind.allCases)
    func inNoWindow(kind: RealKind) async {
      let real = kind.make()
      real.leaveWindow()
      var batch = ListBatch()
      batch.deletedSections = [1]
      batch.insertedItems = [[0, 1]]
      await compare(real, [["a"], ["b"]], batch, [["a", "c"]], animated: true, 0)
    }

    /// Makes one change in both views.
    private func compare(
      _ real: any RealListView, _ before: [[String]], _ batch: ListBatch, _ after: [[String]], animated: Bool,
      _ step: Int
    ) async {
      let model = ListFixture(before)
      let strict = model.makeView()
      strict.performUpdate(animated: false) {
        model.sections = after
        return .batch(batch)
      } completion: {
      }
      #expect(strict.violations == [], "step \(step): \(batch)")

      real.model.sections = before
      let gate = SerialGate()
      let binding = gate.bind(to: real.listView)
      gate.enqueue {
        real.model.sections = after
        return .batch(batch)
      }
      // What waits behind a change takes its animation away.
      if !animated { gate.enqueue { nil } }
      await gate.idle()
      #expect(real.counts == after.map(\.count), "step \(step): \(batch)")
      binding.cancel()
    }
  }
#endif
