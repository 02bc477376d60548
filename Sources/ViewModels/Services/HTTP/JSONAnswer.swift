import Foundation

/// Decodes a service's JSON. Errors don't quote the answer.
enum JSONAnswer {
  /// Decodes an answer. Call this off the main actor.
  ///
  /// - Throws: `ServiceError`: `unreadable`, or the one that `init(from:)` of `type` throws; also a `LoadError`, an expired cursor
  ///   for instance, and a `CancellationError`. Any other error that the app's own decoding throws may quote the answer, and is left
  ///   out.
  /// - Complexity: O(length of the answer)
  static func decode<T: Decodable>(
    _ type: T.Type, from data: Data, with decoder: JSONDecoder = JSONDecoder()
  ) throws -> T {
    guard !data.isEmpty else { throw ServiceError(.unreadable("it is empty")) }
    do {
      return try decoder.decode(type, from: data)
    } catch let error as DecodingError {
      throw ServiceError(.unreadable(error.problem()))
    } catch let error where error is ServiceError || error is LoadError || error is CancellationError {
      throw error
    } catch {
      throw ServiceError(.unreadable("it cannot be decoded"))
    }
  }
}

extension DecodingError {
  /// Describes the error with a path of field names and without any of the answer's values.
  ///
  /// `debugDescription` quotes parts of the answer, so it can't be used.
  /// - Parameter depth: The number of path components to leave out.
  func problem(below depth: Int = 0) -> String {
    switch self {
    case .keyNotFound(let key, let context):
      "\(Self.path(context.codingPath + [key], below: depth)) is missing"
    case .valueNotFound(_, let context):
      "\(Self.path(context.codingPath, below: depth)) is null"
    case .typeMismatch(let type, let context):
      "\(Self.path(context.codingPath, below: depth)) is not \(Self.name(of: type))"
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      "it is not readable JSON"
    case .dataCorrupted(let context):
      "\(Self.path(context.codingPath, below: depth)) cannot be read"
    @unknown default:
      "it cannot be decoded"
    }
  }

  private static func path(_ keys: [any CodingKey], below depth: Int) -> String {
    let path = keys.dropFirst(depth).reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return path.isEmpty ? "it" : path
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is Int.Type: "a whole number"
    case is Double.Type: "a number"
    case is String.Type: "text"
    case is Bool.Type: "true or false"
    case is [Any].Type: "a list"
    case is [String: Any].Type: "an object"
    default: "of the expected kind"
    }
  }
}
