import Foundation
import ListViewModelsServer
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine
@testable import ViewModels

/// A user deletes, marks and moves over a service that takes the effect and then spoils the answer, or refuses. The judge is
/// the service's own table of effects, not of requests.
@MainActor
@Suite("Edits that are sent over a faulty service", .serialized, .timeLimit(.minutes(10)))
struct WritesOverFaultsTests {
  private nonisolated static let faults: [Fault] = [
    .closed, .halfBody, .wrongLength, .reset, .endless, .emptyBody, .html, .brokenUTF8, .code21, .code22,
    .latency(milliseconds: 1), .redirect(to: "/elsewhere"), .redirect(to: "http://localhost:1/"),
    .tooManyRequests(retryAfter: nil), .tooManyRequests(retryAfter: "0"), .status(401), .status(404), .status(408),
    .status(500), .status(502), .status(503), .status(504),
  ]

  @Test(
    "no wish that was confirmed is lost, none takes effect twice, and what is shown in the end is what the service has")
  func effects() async throws {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    let mailbox = Mailbox()
    let spoiled = Log<Void>()
    let server = try LoopbackServer { request in
      guard request.method != "GET" else { return mailbox.page() }
      let fault = Self.faults[(spoiled.add(()) - 1) / 2 % Self.faults.count]
      // Each fault comes twice in a row: a second try meets it, too.
      switch fault {
      case .tooManyRequests, .status(401), .status(404), .code22: break
      default: mailbox.take(request)
      }
      return await fault.apply(to: Answer(#"{"isDone":true}"#))
    }
    defer { server.stop() }
    let client = RetryingClient(
      URLSessionClient.timeless(AnswerLimits(size: 1 << 16)), policy: RetryPolicy(step: .zero, rateLimitPause: .zero),
      random: { 0 })
    let json = JSONService(try ServiceAddress(server.address), client: client)
    let pages = PagedList<String, Message>(sections: ["inbox"]) { _, _ in
      let list: LossyList<Message> = try await json.get("messages")
      return Page(list, isLast: true)
    }
    pages.timeLimit = nil
    _ = await pages.loadFirstPages().summary

    var sent: [(wish: Write, task: Task<Void, any Error>)] = []
    for number in 1...66 {
      guard let message = pages.items(in: "inbox").randomElement(using: &random) else { break }
      let wish = Write(number: number, id: message.id, kind: Write.Kind.allCases[number % 3])
      let task = pages.edit {
        switch wish.kind {
        case .delete: $0.remove([message.id], from: "inbox")
        case .mark: $0.update(Message(id: message.id, marks: message.marks.union([number])), in: "inbox")
        case .move: $0.move(message.id, .first, in: "inbox")
        }
      } sending: {
        // Marks may be repeated, moves may not.
        try await json.send(
          wish.kind == .delete ? .delete : .post, wish.path, mayBeRepeated: wish.kind == .mark ? true : nil)
      }
      sent.append((wish, task))
      if number % 7 == 0 { pages.refresh("inbox") }
      if number % 3 == 0 { _ = await task.result }
    }
    for (wish, task) in sent {
      let effects = mailbox.effects(of: wish)
      switch await task.result {
      case .success: #expect(effects >= 1, "\(wish) was confirmed, and never taken")
      case .failure(let error as ServiceError):
        #expect(error.mayHaveTakenEffect || effects == 0, "\(wish) is said to have changed nothing: \(error)")
      case .failure(let error): #expect(Bool(false), "\(wish): \(error)")
      }
      #expect(effects <= 1, "\(wish) took effect \(effects) times")
    }
    _ = await pages.refreshAll().summary
    await pages.settled()
    #expect(Array(pages.items(in: "inbox")) == mailbox.messages)
    #expect(mailbox.messages.count < 100 && spoiled.entries.count > 66)
  }
}

private struct Message: Identifiable, Hashable, Codable, Sendable {
  let id: Int
  var marks: Set<Int> = []
}

private struct Write: Sendable {
  enum Kind: String, CaseIterable { case delete, mark, move }
  let number: Int
  let id: Int
  let kind: Kind
  var path: String { "\(kind.rawValue)/\(id)/\(number)" }
}

/// The service's messages, and how often each wish has taken effect.
private final class Mailbox: Sendable {
  private let state = Lock((messages: (1...100).map { Message(id: $0) }, effects: [String: Int]()))

  var messages: [Message] { state.withLock { $0.messages } }
  func effects(of wish: Write) -> Int { state.withLock { $0.effects["/" + wish.path, default: 0] } }
  func page() -> Answer {
    Answer((try? JSONEncoder().encode(messages)).map { String(decoding: $0, as: UTF8.self) } ?? "")
  }

  /// What is deleted and what is marked already is left as it is: doing it again has no effect.
  func take(_ request: Request) {
    let words = request.path.split(separator: "/")
    guard words.count == 3, let id = Int(words[1]), let number = Int(words[2]) else { return }
    state.withLock { state in
      guard let index = state.messages.firstIndex(where: { $0.id == id }) else {
        state.effects[request.path] = 1  // of what has gone nothing is left to change
        return
      }
      switch words[0] {
      case "delete": state.messages.remove(at: index)
      case "mark":
        guard state.messages[index].marks.insert(number).inserted else { return }
      default: state.messages.insert(state.messages.remove(at: index), at: 0)
      }
      state.effects[request.path, default: 0] += 1
    }
  }
}
