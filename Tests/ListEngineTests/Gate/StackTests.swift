import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

/// Four lists that come into a view, leave it and change places there, each below another one, while they change.
@MainActor
@Suite("Lists one below the other, in random orders", .leavesNothing)
struct StackTests {
  private typealias Pages = PagedList<String, TestItem>

  private let lists: [PagedList<String, TestItem>]
  private let stack = StackedLists()
  private let view: StrictListView

  init() {
    let first = Pages(sections: ["0"]) { _, _ in Page(items: [], isLast: true) }.withoutTimeLimit()
    lists =
      [first]
      + (1..<4).map { number in
        Pages(sections: (0...number).map { "\(number).\($0)" }, sharing: first) { _, _ in Page(items: [], isLast: true)
        }
        .withoutTimeLimit()
      }
    view = StrictListView.reporting(stack)
  }

  @Test("the view shows each where the ones above it end", arguments: 0..<80)
  func random(number: Int) {
    var random = SeededGenerator(seed: SeededGenerator.seed(for: "stack \(number)"))
    var shown: [Int] = []
    var tokens: [Int: AnyCancellable] = [:]
    var last = 0
    for _ in 0..<60 {
      let list = Int.random(in: 0..<4, using: &random)
      let other = shown.filter { $0 != list }.randomElement(using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        tokens[list] = nil
        shown.removeAll { $0 == list }
        stack.lists = shown.map { lists[$0] }
      case 1:
        // Alone: what stands below it stays, and nothing else.
        shown = shown.firstIndex(of: list).map { Array(shown[$0...]) } ?? [list]
        stack.lists = shown.map { lists[$0] }
        tokens[list] = lists[list].bind(to: view)
      case 2, 3:
        guard let other else { continue }
        // What stood right below the other one ends, and so does what stood below that; but what stood below this one stays.
        let below = shown.drop { $0 != list }.dropFirst()
        shown =
          shown.filter { $0 != list }.prefix { $0 != other } + [other, list] + (below.contains(other) ? [] : below)
        stack.lists = shown.map { lists[$0] }
        tokens[list] = lists[list].bind(to: view, below: lists[other])
      case 4:
        last += 1
        let (name, position) = ("\(list).\(last + 9)", Int.random(in: 0...2, using: &random))
        lists[list].edit { $0.insertSections([name], at: position) }
      default:
        last += 1
        let (item, section) = (TestItem(last), lists[list].sections.randomElement(using: &random))
        lists[list].edit { $0.append([item], to: section ?? "") }
      }
      // What has left takes its cells along at the next change of what stays.
      guard shown.contains(list) else { continue }
      let item = TestItem(-last - 1)
      lists[list].edit { $0.insert([item], .first, in: $0.sections[0]) }
      #expect(view.discrepancies == [] && view.numberOfSections == stack.numberOfSections, "\(shown)")
      last += 1
    }
    tokens = [:]
  }
}
