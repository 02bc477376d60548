import Foundation

@testable import ListEngine
@testable import ViewModels

/// Bytes are the file that a store keeps its orders in, or orders to be written there. What is written is read as it was; what
/// is read is written again, the same to the byte each time; what can't be read is put aside as it is. The next process has all
/// orders, sends each one that waits once, and no other.
func fuzzOrders(_ bytes: Bytes) {
  var made = bytes
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("orders-\(getpid())")
  let url = folder.appendingPathComponent("orders.json")
  defer { try? FileManager.default.removeItem(at: folder) }
  do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if made.line() == "made" {
      let content = OrderFile.Content(made: &made)
      require(opened(url).content == nil, "orders without a file")
      keep(content, in: url)
      require(opened(url).content == content, "\(content) was read as \(String(describing: opened(url).content))")
      takeOver(content)
    } else {
      try Data(bytes.rest).write(to: url)
      try read(url, Data(bytes.rest))
    }
  } catch { require(false, "\(error)") }
}

private func read(_ url: URL, _ data: Data) throws {
  let (content, problem) = opened(url)
  guard let content else {
    guard case .unreadable(let name)? = problem else {
      return require(false, "orders are lost: \(String(describing: problem))")
    }
    let aside = try Data(contentsOf: url.deletingLastPathComponent().appendingPathComponent(name))
    require(aside == data, "what was put aside is something else")
    let words = OrderFileProblem.unreadable(putAsideAs: name).description
    require(isSame(words, words.presentable()), "not presentable: \(words)")
    return require(!FileManager.default.fileExists(atPath: url.path), "what can't be read is still there")
  }
  require(problem == nil, "read, and \(String(describing: problem))")
  keep(content, in: url)
  let saved = try Data(contentsOf: url)
  let again = opened(url).content
  require(again == content, "\(content) was read as \(String(describing: again))")
  keep(content, in: url)
  require(try Data(contentsOf: url) == saved, "orders are written in two ways")
  takeOver(content)
}

/// What one process reads, which ends with that.
private func opened(_ url: URL) -> (content: OrderFile.Content?, problem: OrderFileProblem?) { OrderFile(url).open() }

/// What one process writes, which ends with that.
private func keep(_ content: OrderFile.Content, in url: URL) {
  weak var process: OrderFile?
  do {
    let file = OrderFile(url)
    process = file
    require(file.open().problem == nil, "the file cannot be claimed")
    let isDone = DispatchSemaphore(value: 0)
    file.keep(content, sending: nil) { outcome in
      require(outcome.problem == nil && outcome.maySend, "not written: \(outcome)")
      isDone.signal()
    }
    isDone.wait()
  }
  while process != nil { sched_yield() }  // its queue lets go of it last
}

/// The next process, and a service that accepts all.
private func takeOver(_ content: OrderFile.Content) {
  var queue = OrderQueue(pause: .zero, policy: RetryPolicy())
  let interrupted = queue.takeOver(content.orders, lastID: content.lastID).map(\.id)
  require(queue.orders.map(\.id) == content.orders.map(\.id), "\(content.orders) were taken over as \(queue.orders)")
  let waiting = content.orders.filter { if case .waiting = $0.state { true } else { false } }.map(\.id)
  require(interrupted == content.orders.filter { $0.state == .sending }.map(\.id), "\(interrupted) were under way")
  let new = queue.place("Tea", text: "one more")
  require(!content.orders.contains { $0.id == new.id }, "order \(new.id) twice")
  var sent: [Order.ID] = []
  while case .send(let order)? = queue.next(at: .zero), sent.count <= waiting.count {
    sent.append(order.id)
    _ = queue.receive(.accepted, at: .zero, random: 0)
  }
  require(sent == waiting + [new.id], "\(sent) were sent, and \(waiting) waited")
}

extension OrderFile.Content {
  /// Orders that an input chooses.
  fileprivate init(made bytes: inout Bytes) {
    var orders: [Order] = []
    while !bytes.rest.isEmpty, orders.count < 8 {
      let choice = bytes.byte()
      let text = bytes.line()
      let error = ServiceError(
        [
          .refused(status: Int(choice), code: nil, reason: text, retryAfter: .milliseconds(Int(choice) * 7)),
          .unreadable(text), .unreachable(.offline), .connectionLost(.tooManyRedirects(Int(choice))),
          .timedOut(.whole), .tooLarge(limit: 7), .unsafeRedirect(to: text), .badConfiguration(text),
        ][Int(choice / 8) % 8], host: choice % 2 == 0 ? text : nil)
      let states: [Order.State] = [
        .waiting(after: nil), .waiting(after: error), .sending, .sent, .refused(error), .unknown(error),
      ]
      let id = (orders.last?.id ?? 0) + 1 + Int(choice % 3)
      orders.append(Order(id: id, title: String(text.prefix(3)), text: text, state: states[Int(choice) % states.count]))
    }
    self.init(lastID: orders.last?.id ?? 0, orders: orders)
  }
}
