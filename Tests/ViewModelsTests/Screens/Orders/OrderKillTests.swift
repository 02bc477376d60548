import Foundation
import ListViewModelsServer
import ListViewModelsTestSupport
import Reactive
import Synchronization
import Testing

@testable import ListEngine
@testable import ViewModels

/// A process is killed while it orders, and the next one takes over its file.
///
/// ```
/// KILLS=50 swift test --filter OrderKillTests     # kills at random moments, too
/// ```
@MainActor
@Suite("A process that is killed while it orders", .serialized, .timeLimit(.minutes(20)))
struct OrderKillTests {
  @Test("loses no order and sends none twice, whichever step it was at")
  func atEachStep() async throws {
    for deadly in 1... {
      let folder = try TemporaryFolder()
      let path = folder.url.path
      await #expect(processExitsWith: .failure) { @MainActor [path = path as String, deadly = deadly as Int] in
        let steps = Atomic(0)
        let step: @Sendable () -> Void = {
          if steps.add(1, ordering: .relaxed).newValue == deadly { kill(getpid(), SIGKILL) }
        }
        let diary = Diary(path)
        let file = OrderFile(diary.orders, files: WholeFile(didStep: { _ in step() }))
        let service = Writing(diary: diary, before: step, after: step)
        let orders = OrdersViewModel(service, file, .zero)
        for number in 1...2 {
          let order = orders.place("\(number)", text: "\(number)")
          await orders.save()
          diary.write("kept \(order.text)")
        }
        await orders.settled()
        diary.write("ended")
        exit(1)
      }
      let diary = Diary(path)
      let next = OrdersViewModel(Writing(diary: diary), OrderFile(diary.orders), .zero)
      await next.settled()
      diary.judge(next.orders, "killed at step \(deadly)")
      if diary.lines.contains("ended") { return }
    }
  }

  @Test("loses no order and sends none twice, whenever it is killed")
  func atRandomMoments() async throws {
    let kills = ProcessInfo.processInfo.environment["KILLS"].flatMap { Int($0) } ?? 3
    var random = SeededGenerator(seed: SeededGenerator.seed())
    let folder = try TemporaryFolder()
    let diary = Diary(folder.url.path)
    let server = try LoopbackServer { request in
      // Taken as the first byte of its answer, at the latest.
      diary.write("taken \(String(decoding: request.body, as: UTF8.self).filter(\.isNumber))")
      return Answer("ok")
    }
    defer { server.stop() }
    let (path, address) = (folder.url.path, server.address)
    for number in 1...kills {
      let microseconds = Int.random(in: 1_000...150_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        @MainActor [
          path = path as String, address = address as String, number = number as Int, microseconds = microseconds as Int
        ] in
        let diary = Diary(path)
        let service = SlackOrderService(try WebHook(address + "/s3cret")) { URLSessionClient.timeless() }
        let orders = OrdersViewModel(service, OrderFile(diary.orders), .zero)
        let token = orders.orderStates.sink(receiveValue: diary.note)
        defer { token.cancel() }
        let moment = DispatchTime.now() + .microseconds(microseconds)
        DispatchQueue.global().asyncAfter(deadline: moment) { kill(getpid(), SIGKILL) }
        for index in 0... {
          let order = orders.place("", text: "\(number * 1_000_000 + index)")
          await orders.save()
          diary.write("kept \(order.text)")
        }
      }
    }
    let service = SlackOrderService(try WebHook(address + "/s3cret")) { URLSessionClient.timeless() }
    let next = OrdersViewModel(service, OrderFile(diary.orders), .zero)
    let token = next.orderStates.sink(receiveValue: diary.note)
    await next.settled()
    token.cancel()
    let unknown = diary.judge(next.orders, "killed \(kills) times", mostUnknown: kills)
    if kills > 3 {
      print(
        "\(kills) kills: \(diary.lines.count { $0.hasPrefix("kept") }) orders kept, \(unknown) unknown, none lost or twice"
      )
    }
  }
}

/// What happened, in a file that a kill can't undo.
private struct Diary: Sendable {
  let path: String
  var orders: URL { URL(fileURLWithPath: path).appendingPathComponent("orders.json") }
  private var file: URL { URL(fileURLWithPath: path).appendingPathComponent("diary") }

  init(_ path: String) { self.path = path }

  func write(_ line: String) {
    let file = open(file.path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
    defer { close(file) }
    let bytes = Array("\(line)\n".utf8)
    precondition(Foundation.write(file, bytes, bytes.count) == bytes.count)
  }

  func note(_ order: Order) {
    if case .unknown = order.state { write("unknown \(order.text)") }
  }

  var lines: [String] {
    ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }

  /// - Returns: how many of the kept orders the service has not taken and nobody knows of.
  @discardableResult
  func judge(_ orders: [Order], _ what: String, mostUnknown: Int = 1) -> Int {
    let taken = Dictionary(grouping: lines.filter { $0.hasPrefix("taken") }, by: { $0.dropFirst(6) })
    #expect(taken.allSatisfy { $0.value.count == 1 }, "twice: \(taken.filter { $0.value.count > 1 }.keys), \(what)")
    let missing = lines.filter { $0.hasPrefix("kept") }.map { $0.dropFirst(5) }.filter { taken[$0] == nil }
    for order in orders { note(order) }  // and those that are not among the last hundred any more
    let unknown = Set(lines.filter { $0.hasPrefix("unknown") }.map { $0.dropFirst(8) })
    #expect(missing.allSatisfy(unknown.contains), "lost: \(missing.filter { !unknown.contains($0) }), \(what)")
    #expect(orders.allSatisfy(\.state.isFinal) && unknown.count <= mostUnknown, "\(orders), \(what)")
    return missing.count
  }
}

/// A service that takes an order by writing it down.
private struct Writing: OrderService {
  let diary: Diary
  var before: @Sendable () -> Void = {}
  var after: @Sendable () -> Void = {}

  func order(_ text: String) async -> OrderAnswer {
    before()
    diary.write("taken \(text)")
    after()
    return .accepted
  }
}
