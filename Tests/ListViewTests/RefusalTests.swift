#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import Testing

  import ListTesting
  import ListViewModelsTestSupport

  @testable import ListEngine

  /// Each runs in a process of its own, which macOS can start and iOS cannot.
  @Suite("What list views refuse", .timeLimit(.minutes(10)))
  struct RefusalTests {
    @Test("a batch that a strict view refuses ends a program that shows a real one", arguments: 0..<20)
    func refused(number: Int) async {
      let seed = SeededGenerator.seed() &+ UInt64(number)
      await #expect(processExitsWith: .failure, "SEED=\(seed)") { @MainActor [seed = seed as UInt64] in
        var random = SeededGenerator(seed: seed)
        let (batch, after) = RefusedBatch.next(using: &random)
        let real = RealCollectionView(ListFixture(batch.before))
        real.listView.reloadAndCount()
        real.listView.batch(animated: false) {
          real.model.sections = after
          for call in batch.calls { real.listView.carryOut(call) }
        } completion: {
        }
      }
    }
  }

  @MainActor
  private enum RefusedBatch {
    /// The next random batch that a strict view refuses after an item has come into the model that it is not told of.
    static func next(using random: inout SeededGenerator) -> (RandomBatch, after: [[String]]) {
      while true {
        let batch = RandomBatch(using: &random)
        var after = batch.after.map(\.items)
        guard let section = after.indices.randomElement(using: &random) else { continue }
        after[section].append("untold")
        let model = ListFixture(batch.before)
        let strict = model.makeView()
        strict.performBatchUpdates {
          model.sections = after
          for call in batch.calls { strict.perform(call) }
        }
        if !strict.violations.isEmpty { return (batch, after) }
      }
    }
  }
#endif
