/// Why a section's load failed.
public enum LoadError: Error, Sendable {
  /// The answer was for another page than the one asked for.
  case wrongPage(asked: Int, answered: Int)
  /// So many pages in a row held nothing that was not in the section already.
  case nothingNew(pages: Int)
  /// The service failed, for this reason.
  case service(any Error)
}

extension LoadError: CustomStringConvertible {
  /// The reason, in a sentence for people.
  public var description: String {
    switch self {
    case .wrongPage(let asked, let answered): "asked for page \(asked), the answer was for page \(answered)"
    case .nothingNew(let pages): "\(pages) pages in a row held nothing new"
    case .service(let error): String(describing: error)
    }
  }
}

extension LoadError: Hashable {
  /// Whether both say the same: a service's error need not be comparable.
  public static func == (lhs: LoadError, rhs: LoadError) -> Bool { lhs.description == rhs.description }
  /// Hashes what it says.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
