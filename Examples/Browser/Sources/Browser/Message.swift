import Foundation
import ViewModels

/// What a page is sent: one server-sent event, called as its type is.
protocol Message: Encodable {}

extension Message {
  /// The bytes of the event. JSON has no line breaks of its own, so one `data:` line holds it.
  func event() throws -> [UInt8] {
    Array("event: \("\(Self.self)".lowercased())\ndata: ".utf8) + Array(try JSONEncoder().encode(self)) + [10, 10]
  }
}

/// A cell's content. A placeholder has none.
struct Row: Encodable {
  let key: String
  let title: String
  let detail: String
}

/// Tells a page its number, with which it answers.
struct Hello: Message {
  let page: Int
}

/// Everything, to be counted again.
struct Reload: Message {
  struct Section: Encodable {
    let title: String
    let rows: [Row?]
    let status: Status
  }

  let sections: [Section]
}

/// A section's loading.
struct Status: Message {
  let section: Int
  let text: String
  let hasFailed: Bool
}

/// One change. The page applies it to what it shows, and compares the result with `counts`.
struct Update: Message {
  struct Cell: Encodable {
    let path: IndexPathPair
    let row: Row?
  }

  struct ReloadedSection: Encodable {
    let section: Int
    let rows: [Row?]
  }

  /// Position and offset.
  typealias IndexPathPair = [Int]

  var number = 0
  /// In milliseconds.
  var animation = 0
  /// Whether the page is to say when the animation is over.
  var isAwaited = false
  let text: String
  /// The items of each section, as the model answers now.
  let counts: [Int]
  var deletes: [IndexPathPair] = []
  var inserts: [Cell] = []
  var moves: [[IndexPathPair]] = []
  var reloads: [ReloadedSection] = []
  /// Cells to be drawn again, as a list view does in a second batch.
  var changes: [Cell] = []
}

/// What the gate is doing, and the knobs' positions.
struct Gate: Message {
  let isOn: Bool
  let onTheWay: [String]
  let answered: [String]
  let waiting: Int
  let making: String?
  let pages: Int
  let latency: Int
  let failures: Int
  let animation: Int
}
