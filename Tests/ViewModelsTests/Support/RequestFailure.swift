import ListViewModelsServer
import Testing

@testable import ViewModels

/// What a request ends in, which has to fail.
func failure(of request: HTTPRequest) async -> ServiceError? {
  await #expect(throws: ServiceError.self) { try await URLSessionClient.timeless().send(request) }
}

/// What a request to a server of its own ends in, which has to fail.
func failure(
  _ client: URLSessionClient = URLSessionClient.timeless(), at host: LoopbackHost = .one,
  _ handler: @escaping LoopbackServer.Handler
) async -> ServiceError? {
  await #expect(throws: ServiceError.self) {
    let server = try LoopbackServer(at: host, handler: handler)
    defer { server.stop() }
    return try await client.send(server.request())
  }
}
