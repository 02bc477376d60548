import ListTesting
import ListViewModelsTestSupport

@testable import ListEngine

/// A list view of the system's, in a window, with a model behind it.
@MainActor
protocol RealListView: AnyObject {
  init(_ model: ListFixture)
  var model: ListFixture { get }
  var listView: any BatchUpdating { get }
  /// The counts that the view believes in.
  var counts: [Int] { get }
  func leaveWindow()
}

extension RandomBatch {
  /// The batch as an adapter is told; nil if it has reloads, which ``ListBatch`` gives by other index paths.
  var listBatch: ListBatch? {
    var batch = ListBatch()
    for call in calls {
      switch call {
      case .deleteSections(let sections): batch.deletedSections.formUnion(sections)
      case .insertSections(let sections): batch.insertedSections.formUnion(sections)
      case .moveSection(let from, let to): batch.movedSections.append(.init(from: from, to: to))
      case .deleteItems(let indexPaths): batch.deletedItems += indexPaths
      case .insertItems(let indexPaths): batch.insertedItems += indexPaths
      case .moveItem(let from, let to): batch.movedItems.append(.init(from: from, to: to))
      case .reconfigureItems: break  // of the content alone
      case .reloadSections, .reloadItems: return nil
      }
    }
    return batch
  }
}
