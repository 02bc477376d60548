import ListViewModelsTestSupport

#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import ListViewModelsServer
  import Reactive
  import Testing

  @testable import ViewModels

  /// What FoundationNetworking does to a process that no client can prevent. Each runs in a process of its own.
  ///
  /// These tests pass either way. They report a known issue for as long as the defect is there, and print a line when it
  /// is not: then the README's limits can go.
  @Suite("Defects of FoundationNetworking", .serialized, .timeLimit(.minutes(10)))
  struct UpstreamDefectTests {
    @Test(
      "an answer that Foundation cannot read ends the request, and not the process", arguments: ["head-cut", "longest"])
    func answers(fault: String) async {
      await expectSuccess(of: fault) {
        await #expect(processExitsWith: .success) { [fault = fault as String] in
          let server = try LoopbackServer { _ in await Self.answer(with: fault) }
          await #expect(throws: ServiceError.self) { try await URLSessionClient().send(server.request()) }
        }
      }
    }

    @Test(
      "an answer whose head or trailer does not end holds up no other request", arguments: ["trailer", "fields"])
    func floods(fault: String) async {
      await expectSuccess(of: fault) {
        await #expect(processExitsWith: .success) { [fault = fault as String] in
          let server = try LoopbackServer { $0.path == "/healthy" ? Answer("ok") : await Self.answer(with: fault) }
          // Real time: the system's own thread is what hangs. Nothing but the report depends on it.
          let limits = AnswerLimits(firstByte: .seconds(2), whole: .seconds(2))
          _ = try? await URLSessionClient(limits: limits).send(server.request())
          #expect(try await URLSessionClient(limits: limits).send(server.request("/healthy")).status == 200)
          exit(EXIT_SUCCESS)
        }
      }
    }

    @Test("an answer that is only cut in its body ends the request, and holds up no other", arguments: ["half"])
    func control(fault: String) async {
      await #expect(processExitsWith: .success) { [fault = fault as String] in
        let server = try LoopbackServer { $0.path == "/healthy" ? Answer("ok") : await Self.answer(with: fault) }
        await #expect(throws: ServiceError.self) { try await URLSessionClient().send(server.request()) }
        #expect(try await URLSessionClient().send(server.request("/healthy")).status == 200)
        exit(EXIT_SUCCESS)
      }
    }

    @Test("a redirect that is decided on when its task has been cancelled ends the request, and not the process")
    func redirectOfCancelledTask() async {
      await expectSuccess(of: "a redirect after a cancel") {
        await #expect(processExitsWith: .success) {
          let server = try LoopbackServer {
            $0.path == "/healthy" ? Answer("ok") : await Fault.redirect(to: "/there").apply(to: Answer())
          }
          let session = URLSession(configuration: .ephemeral, delegate: CancellingDelegate(), delegateQueue: nil)
          for path in ["/", "/healthy"] {
            await withCheckedContinuation { continuation in
              (session.delegate as? CancellingDelegate)?.ended.withLock { $0 = { continuation.resume() } }
              session.dataTask(with: URL(string: server.address + path)!).resume()
            }
          }
          exit(EXIT_SUCCESS)
        }
      }
    }

    @Test("loads of this package that are cancelled while redirects arrive end, and not the process")
    func cancelledRedirects() async {
      await #expect(processExitsWith: .success) {
        let load = Lock<Task<HTTPAnswer, any Error>?>(nil)
        let server = try LoopbackServer { _ in
          var answer = await Fault.redirect(to: "/there").apply(to: Answer())
          answer.afterwards = { load.withLock { $0 }?.cancel() }
          return answer
        }
        let client = URLSessionClient()
        for _ in 0..<300 {
          let started = Task { try await client.send(server.request()) }
          load.withLock { $0 = started }
          _ = await started.result
        }
        exit(EXIT_SUCCESS)
      }
    }

    private static func answer(with fault: String) async -> Answer {
      await Fault(fault)?.apply(to: Answer(Data("0123456789".utf8))) ?? Answer()
    }

    private func expectSuccess(of fault: String, _ test: @escaping @Sendable () async -> Void) async {
      let isThere = Signal()
      await withKnownIssue("FoundationNetworking traps or waits here, not this package: \(fault)", isIntermittent: true)
      {
        await test()
      } matching: { _ in
        isThere.fire()
        return true
      }
      if !isThere.hasFired { Depth.say("This FoundationNetworking has mended the defect \"\(fault)\".") }
    }
  }

  /// Cancels a task that is redirected, and decides on the redirect then.
  private final class CancellingDelegate: NSObject, URLSessionDataDelegate {
    let ended = Lock<(@Sendable () -> Void)?>(nil)

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      task.cancel()
      completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      ended.withLock { ended in
        defer { ended = nil }
        return ended
      }?()
    }
  }
#endif
