import Foundation

/// Reads a service's JSON, with errors that say what is wrong without quoting it.
enum JSONAnswer {
  /// Decodes an answer. O(length); it delivers where it is called, so call it off the main actor.
  ///
  /// - Throws: `ServiceError`: `unreadable`, or what `init(from:)` of `type` throws itself.
  static func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    guard !data.isEmpty else { throw ServiceError(.unreadable("it is empty")) }
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch let error as DecodingError {
      throw ServiceError(.unreadable(error.problem()))
    }
  }
}
