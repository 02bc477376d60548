import Foundation
import ListViewModelsTestSupport
import Testing

@testable import ListEngine

@Suite("What a list view is told")
struct ListUpdateTests {
  static let batch: ListBatch = {
    var batch = ListBatch()
    batch.deletedSections = [0, 1, 4]
    batch.insertedSections = [2]
    batch.movedSections = [.init(from: 3, to: 0)]
    batch.deletedItems = [[2, 4], [2, 5], [2, 9]]
    batch.insertedItems = [[1, 0]]
    batch.movedItems = [.init(from: [2, 1], to: [1, 3])]
    batch.reloadedSections = [0]
    batch.reloadedItems = [[1, 1], [1, 2]]
    batch.reconfiguredItems = [[1, 4]]
    return batch
  }()

  @Test("an update reads as one line, with runs shortened")
  func description() {
    #expect("\(ListUpdate.insert((0..<20).map { [1, $0] }))" == "insert 1-0...1-19")
    #expect("\(ListUpdate.insert([[0, 3], [0, 5], [1, 6]]))" == "insert 0-3, 0-5, 1-6")
    #expect("\(ListUpdate.reload(section: 2))" == "reload section 2")
    #expect("\(ListUpdate.batch(ListBatch()))" == "batch: nothing")
    #expect(
      "\(ListUpdate.batch(Self.batch))"
        == "batch: delete sections 0...1, 4; delete 2-4...2-5, 2-9; insert sections 2; insert 1-0;"
        + " move section 3 to 0; move 2-1 to 1-3; then reload sections 0; then reload 1-1...1-2;"
        + " then reconfigure 1-4")
  }

  @Test("a section offset shifts every place an update names, and nothing else")
  func offset() {
    #expect(ListUpdate.insert([[0, 3]]).offset(bySections: 2) == .insert([[2, 3]]))
    #expect(ListUpdate.reload(section: 1).offset(bySections: 3) == .reload(section: 4))
    #expect(ListUpdate.batch(Self.batch).offset(bySections: 0) == .batch(Self.batch))
    #expect(
      "\(ListUpdate.batch(Self.batch).offset(bySections: 2))"
        == "batch: delete sections 2...3, 6; delete 4-4...4-5, 4-9; insert sections 4; insert 3-0;"
        + " move section 5 to 2; move 4-1 to 3-3; then reload sections 2; then reload 3-1...3-2;"
        + " then reconfigure 3-4")
  }

  @Test("it names the sections in which items have come or gone, unless sections have")
  func sections() {
    #expect(ListUpdate.insert([[2, 3], [2, 4]]).sections == [2] && ListUpdate.reload(section: 1).sections == [1])
    var batch = ListBatch()
    batch.insertedItems = [[1, 0]]
    batch.deletedItems = [[3, 0]]
    #expect(ListUpdate.batch(batch).sections == [1, 3])
    let changes: [(inout ListBatch) -> Void] = [
      { $0.deletedSections = [0] }, { $0.insertedSections = [0] }, { $0.movedSections = [.init(from: 3, to: 0)] },
    ]
    for change in changes {
      var other = batch
      change(&other)
      #expect(ListUpdate.batch(other).sections == nil, "\(other)")
    }
  }

  @Test("an insert of nothing makes no call")
  func emptyInsert() {
    #expect(ListUpdate.insert([]).calls().inBatch == [])
    #expect(ListUpdate.batch(ListBatch()).calls().inBatch == [])
  }

  @Test("cells are configured again after the batch, or reloaded in it by a view that cannot")
  func reconfigured() {
    var batch = ListBatch()
    batch.reconfiguredItems = [[0, 1]]
    let (can, cannot) = (ListUpdate.batch(batch).calls(), ListUpdate.batch(batch).calls(reconfigures: false))
    #expect(can.inBatch == [] && can.reconfigured == [[0, 1]])
    #expect(cannot.inBatch == [.reloadItems([[0, 1]])] && cannot.reconfigured == [])
  }
}
