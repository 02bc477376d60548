import FlyingFox
import Foundation

/// What a page is told.
enum Message: Encodable {
  /// Everything that a phone shows, to be counted again.
  case reload(phone: Phone.Name, titles: [String], rows: [[Row?]])
  /// One change, to be applied to what the phone shows. `counts` are the items of each section, as the model answers now; the
  /// animation takes milliseconds, and the page says when it is over, unless it takes none.
  case update(
    phone: Phone.Name, number: Int, animation: Int, counts: [Int], deletes: [[Int]], inserts: [Cell], moves: [[[Int]]],
    changes: [Cell])
  /// A step in the life of a section's load, for the time axis.
  case load(phone: Phone.Name, section: Int, step: Step)
  /// What a section's header says.
  case status(section: Int, text: String, hasFailed: Bool, total: Int?)
  /// A finger flicks to the end of a section, on both phones of a race.
  case finger(section: Int)
  /// A race is over.
  case finish(items: Int)
  /// A sentence for the user, and the item that can be had back.
  case toast(text: String, undo: Int?)
  /// Whether what was done to an item is still being sent.
  case pending(key: Int, isPending: Bool)
  /// Nothing changes until the item in the user's hand has been dropped.
  case pause

  /// The last one is that of a model by hand, which has changed and whose view does not know.
  enum Step: String, Encodable { case asked, answered, failed, changed }

  struct Cell: Encodable {
    let path: [Int]
    let row: Row?
  }

  struct Row: Encodable {
    let key: Int
    let title: String
    var detail = ""
    var isFavourite = false
    var isPending = false
  }
}

/// What a page asks for.
enum Command: Decodable {
  /// It listens.
  case ready
  case run(seed: UInt64)
  /// The animation of a change is over.
  case end(phone: Phone.Name, change: Int)
  /// A phone's list view has thrown.
  case crash(phone: Phone.Name)
  /// A cell has come into sight.
  case shown(section: Int, item: Int)
  case refresh
  case retry(section: Int)
  case delete(section: Int, key: Int)
  case undo(key: Int)
  case favourite(section: Int, key: Int)
  /// The user has taken an item, and drops it.
  case drag
  case drop(section: Int, from: Int, to: Int)
  case arrange(show: String, order: String)
  case turn(latency: Int, failures: Int, animation: Int)
  /// Sends everything of the visitor's list once more, for tests.
  case recount
}
