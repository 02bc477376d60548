import Foundation

/// Loads the pages of a photos screen.
///
/// - Note: May return on any thread, in any order, at any time. Called off the main actor.
public protocol PhotoService: Sendable {
  /// Returns a page of photos. The service decides how many.
  ///
  /// - Parameter page: The number of the page, from 1.
  /// - Throws: An error that the screen can show, for instance a ``ServiceError``; `CancellationError` when the task is
  ///   cancelled.
  func photos(page: Int) async throws -> Page<Photo>
}

/// A page of photos in Unsplash's JSON, a bare list.
public enum PhotoList {
  /// Decodes an answer photo by photo. Photos without an id are dropped and reported. An empty page is the last one.
  ///
  /// - Throws: ``ServiceError``, `unreadable`.
  /// - Complexity: O(length of the answer)
  public static func decode(_ data: Data) throws -> Page<Photo> {
    let list = try JSONAnswer.decode(LossyList<Photo>.self, from: data)
    return Page(list, isLast: list.count == 0)
  }
}

/// Unsplash's photos, over the network.
public struct LivePhotoService: PhotoService {
  private let service: JSONService
  private let perPage: Int

  /// Creates a service that requests Unsplash's API.
  ///
  /// - Parameters:
  ///   - address: The base URL.
  ///   - token: An access key, with the scheme `clientID`.
  ///   - perPage: The number of photos on a page, 1 to 30. A new key allows 50 requests an hour, so use many.
  ///   - client: Sends the requests.
  /// - Throws: ``ServiceError``, `badConfiguration`, if the token would be sent unencrypted.
  public init(
    _ address: ServiceAddress = .unsplash, token: AccessToken, perPage: Int = 30,
    client: any HTTPClient = .standard
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
