import Foundation

/// Unsplash's photos, over the network.
public struct LivePhotoService: PhotoService {
  private let service: JSONService
  private let perPage: Int

  /// Creates a service that requests Unsplash's API.
  ///
  /// - Parameters:
  ///   - address: the base URL.
  ///   - token: an access key, with the scheme `clientID`.
  ///   - perPage: the number of photos on a page, 1 to 30. A new key allows 50 requests an hour, so use many.
  ///   - client: sends the requests.
  /// - Throws: ``ServiceError``, `badConfiguration`, if the token would be sent unencrypted.
  public init(
    _ address: ServiceAddress = .unsplash, token: AccessToken, perPage: Int = 30,
    client: any HTTPClient = RetryingClient(LimitedClient(URLSessionClient()))
  ) throws {
    service = try JSONService(address, token: token, client: client) { body in
      (nil, (try? JSONAnswer.decode(Failure.self, from: body))?.errors.first)
    }
    self.perPage = min(max(1, perPage), 30)
  }

  /// Returns a page; see ``PhotoService/photos(page:)``.
  public func photos(page: Int) async throws -> Page<Photo> {
    guard page >= 1 else { throw ServiceError(.badConfiguration("pages are counted from 1")) }
    let query = [URLQueryItem(name: "page", value: "\(page)"), URLQueryItem(name: "per_page", value: "\(perPage)")]
    return try await service.get("photos", query: query, lane: "photos") { try PhotoList.decode($0) }
  }

  private struct Failure: Decodable { let errors: [String] }
}

extension ServiceAddress {
  /// Unsplash's own address.
  public static let unsplash = ServiceAddress(scheme: "https", host: "api.unsplash.com", path: "")
}
