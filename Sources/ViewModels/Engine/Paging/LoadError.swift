/// Why a section's load failed.
public enum LoadError: Error, Sendable {
  /// The answer was for another page than the one asked for.
  case wrongPage(asked: Int, answered: Int)
  /// So many pages in a row held nothing that was not in the section already.
  case nothingNew(pages: Int)
  /// The service has not answered within the list's time limit.
  case timedOut(after: Duration)
  /// The service failed, for this reason.
  case service(any Error)
}

extension LoadError: CustomStringConvertible {
  /// The reason, in a sentence for people.
  public var description: String {
    switch self {
    case .wrongPage(let asked, let answered): "asked for page \(asked), the answer was for page \(answered)"
    case .nothingNew(let pages): "\(pages) pages in a row held nothing new"
    case .timedOut(let limit): "no answer within \(limit.inSeconds)"
    case .service(let error): String(describing: error)
    }
  }
}

extension LoadError: Hashable {
  /// Returns whether both are of the same kind and say the same. Errors of a service need not be comparable, so two
  /// of one type with the same description are equal.
  public static func == (lhs: LoadError, rhs: LoadError) -> Bool {
    switch (lhs, rhs) {
    case (.wrongPage(let asked, let answered), .wrongPage(let otherAsked, let otherAnswered)):
      asked == otherAsked && answered == otherAnswered
    case (.nothingNew(let pages), .nothingNew(let otherPages)): pages == otherPages
    case (.timedOut(let limit), .timedOut(let otherLimit)): limit == otherLimit
    case (.service(let error), .service(let other)):
      type(of: error) == type(of: other) && String(describing: error) == String(describing: other)
    default: false
    }
  }

  /// Hashes the description.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension Duration {
  /// In seconds, in the same words on every system and in every language setting.
  fileprivate var inSeconds: String {
    let seconds = self / .seconds(1)
    if seconds == 1 { return "1 second" }
    return "\(Int(exactly: seconds).map(String.init) ?? String(seconds)) seconds"
  }
}
