import ListEngine

/// Lists one below the other in one view, as an app's data source has them.
@MainActor
package final class StackedLists: ListDataSource {
  package var lists: [any ListDataSource]
  package init(_ lists: any ListDataSource...) { self.lists = lists }

  package var numberOfSections: Int { lists.reduce(0) { $0 + $1.numberOfSections } }
  package func numberOfItems(inSection section: Int) -> Int {
    var position = section
    for list in lists {
      if position < list.numberOfSections { return list.numberOfItems(inSection: position) }
      position -= list.numberOfSections
    }
    return 0
  }
}
