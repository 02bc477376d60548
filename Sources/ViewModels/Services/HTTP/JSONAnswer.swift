import Foundation

/// Decodes a service's JSON. Errors don't quote the answer.
enum JSONAnswer {
  /// Decodes an answer. Call this off the main actor.
  ///
  /// - Throws: `ServiceError`: `unreadable`, or an error that `init(from:)` of `type` throws.
  /// - Complexity: O(length of the answer)
  static func decode<T: Decodable>(
    _ type: T.Type, from data: Data, with decoder: JSONDecoder = JSONDecoder()
  ) throws -> T {
    guard !data.isEmpty else { throw ServiceError(.unreadable("it is empty")) }
    do {
      return try decoder.decode(type, from: data)
    } catch let error as DecodingError {
      throw ServiceError(.unreadable(error.problem()))
    }
  }
}
