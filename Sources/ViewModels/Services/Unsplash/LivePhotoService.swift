import Foundation

/// Unsplash's photos, over the network.
public struct LivePhotoService: PhotoService {
  private let service: JSONService
  private let perPage: Int

  /// A service that asks Unsplash, or whoever answers in its place.
  ///
  /// - Parameters:
  ///   - address: where the service lives.
  ///   - token: made with the scheme `clientID`.
  ///   - perPage: how many photos a page has, 1 to 30. A new key has 50 requests an hour, so ask for many.
  ///   - client: sends the requests.
  /// - Throws: ``ServiceError``, `badConfiguration`, if the token would go where others can read it.
  public init(
    _ address: ServiceAddress = .unsplash, token: AccessToken, perPage: Int = 30,
    client: any HTTPClient = RetryingClient(LimitedClient(URLSessionClient()))
  ) throws {
    service = try JSONService(address, token: token, client: client) { body in
      (nil, (try? JSONAnswer.decode(Failure.self, from: body))?.errors.first)
    }
    self.perPage = min(max(1, perPage), 30)
  }

  /// One page; see ``PhotoService/photos(page:)``.
  public func photos(page: Int) async throws -> Page<Photo> {
    guard page >= 1 else { throw ServiceError(.badConfiguration("pages are counted from 1")) }
    let query = [URLQueryItem(name: "page", value: "\(page)"), URLQueryItem(name: "per_page", value: "\(perPage)")]
    return try await service.get("photos", query: query, lane: "photos") { try PhotoList.decode($0) }
  }

  private struct Failure: Decodable { let errors: [String] }
}
