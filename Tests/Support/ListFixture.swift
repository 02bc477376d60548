import Foundation
import ListEngine
import ListTesting

/// Sections of named items, and how often their counts were asked for.
@MainActor
package final class ListFixture: ListDataSource {
  package var sections: [[String]]
  package var reads = 0

  package init(_ sections: [[String]]) { self.sections = sections }

  /// Sections of so many items each, named by where they stand.
  package convenience init(counts: [Int]) {
    self.init(counts.enumerated().map { section, count in (0..<count).map { "\(section)-\($0)" } })
  }

  package var numberOfSections: Int {
    reads += 1
    return sections.count
  }

  package func numberOfItems(inSection section: Int) -> Int { sections[section].count }

  package func item(at path: IndexPath) -> String { sections[path.section][path.item] }

  /// A view on this list that keeps violations and warnings, and does not stop at them.
  package func makeView(laidOut: Bool = true) -> StrictListView {
    let view = StrictListView(dataSource: self) { self.item(at: $0) }
    view.onViolation = { _ in }
    view.onWarning = { _ in }
    if laidOut { view.layoutIfNeeded() }
    return view
  }
}
