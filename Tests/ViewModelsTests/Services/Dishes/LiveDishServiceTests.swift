import Foundation
import ListViewModelsServer
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("The dishes over real sockets", .serialized, .timeLimit(.minutes(10)))
struct LiveDishServiceTests {
  @Test("each category is asked for below the address; a failed one leaves the others alone")
  func live() async throws {
    var routes = ServiceRoutes.sample
    routes.fault = { $0.path == "/soup" ? .html : nil }
    let server = try LoopbackServer(handler: routes.answer)
    defer { server.stop() }
    let service = LiveDishService(try ServiceAddress(server.address), client: URLSessionClient.timeless())
    #expect(try await service.dishes(in: .main).items.map(\.id) == ["main1"])
    #expect(try await service.dishes(in: .side).items.first?.salePrice?.won == 7_000)
    await #expect(throws: ServiceError(.unreadable("it is not readable JSON"), host: "127.0.0.1")) {
      try await service.dishes(in: .soup)
    }
  }
}
