import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// **6. Newest wins.** A refresh outranks loads in flight: the load of its section ends as cancelled, and its answer is dropped,
/// on arrival or when its turn comes, even if it is there already; a cancel does the same. Loads are numbered once per list,
/// and the numbers never restart.
struct NewestLaw {
  static func violation(in history: History) -> History.Broken? {
    var lists = history.rules.map { _ in List() }
    for (index, record) in history.records.enumerated() {
      var broken: String?
      switch record.entry {
      case .asked(let list, .refresh(.section(let section), _, _, _)), .asked(let list, .cancel(.section(let section))):
        lists[list].outrank(section, isNested: record.depth > 0)
      case .load(let list, let step): broken = lists[list].take(step)
      case .rested: broken = lists.lazy.compactMap(\.violation).first
      default: break
      }
      if record.depth == 0, !record.entry.isHeard { for list in lists.indices { lists[list].endNested() } }
      if let broken { return History.Broken(text: broken, index: index) }
    }
    return nil
  }

  private struct List {
    var newest = 0
    var open: [Int: LoadStep] = [:]
    /// Loads that something newer outranks; those that an observer has outranked may have ended before it could be done.
    var outranked: Set<Int> = []
    var nested: Set<Int> = []

    mutating func outrank(_ section: Int, isNested: Bool) {
      guard let load = open[section]?.load else { return }
      if isNested { nested.insert(load) } else { outranked.insert(load) }
    }

    mutating func endNested() {
      outranked.formUnion(nested)
      nested = []
    }

    mutating func take(_ step: LoadStep) -> String? {
      switch step.kind {
      case .asked:
        guard step.load > newest else { return "load \(step.load) is asked for after load \(newest)" }
        newest = step.load
        open[step.section] = step
      case .applied: if outranked.contains(step.load) { return "load \(step.load) comes in, and is outranked" }
      case .loaded, .failed:
        if outranked.contains(step.load) { return "load \(step.load) ends as \(step.kind), and is outranked" }
        nested.remove(step.load)
        end(step)
      case .cancelled:
        outranked.remove(step.load)
        nested.remove(step.load)
        end(step)
      case .started, .answered: break
      }
      return nil
    }

    private mutating func end(_ step: LoadStep) {
      if open[step.section]?.load == step.load { open[step.section] = nil }
    }

    var violation: String? {
      outranked.isEmpty ? nil : "loads \(outranked.sorted()) are outranked, and do not end"
    }
  }
}
