import Foundation

/// Why a section's load failed.
public enum LoadError: Error, Sendable {
  /// The answer was for another page than the one asked for.
  case wrongPage(asked: Int, answered: Int)
  /// So many pages in a row held nothing that was not in the section already.
  case nothingNew(pages: Int)
  /// So many pages in a row held nothing that the section's arrangement shows. A retry looks on, and so does another
  /// arrangement.
  case nothingShown(pages: Int)
  /// The page said that the next one has the cursor that it had itself.
  case repeatedCursor
  /// The service no longer knows the cursor that was asked with. The next retry begins the section with its first page;
  /// what it holds stays until that is there. A loader throws this itself: only it can tell from a service's answer.
  case expiredCursor
  /// The service has not answered within the list's time limit.
  case timedOut(after: Duration)
  /// The service failed, for this reason.
  case service(any Error)
}

extension LoadError: CustomStringConvertible, LocalizedError {
  /// The reason, in a sentence for a log; what people read an app makes from the case.
  ///
  /// An app's own error speaks for itself: a `LocalizedError` with its `errorDescription`, a `CustomStringConvertible`
  /// with its `description`. Any other, such as a `URLError`, is shown with its localized description, unless an address
  /// stands in it, whose query can be a secret. Then the text names the error's domain and code alone.
  public var description: String {
    switch self {
    case .wrongPage(let asked, let answered): "asked for page \(asked), the answer was for page \(answered)"
    case .nothingNew(let pages): "\(pages) pages in a row held nothing new"
    case .nothingShown(let pages): "\(pages) pages in a row held nothing that is shown here"
    case .repeatedCursor: "the next page has the same cursor as this one"
    case .expiredCursor: "the list has changed too much to go on from here"
    case .timedOut(let limit): "no answer within \(limit.inSeconds)"
    case .service(let error): Self.sentence(for: error)
    }
  }

  private static func sentence(for error: any Error) -> String {
    if let sentence = (error as? any LocalizedError)?.errorDescription { return sentence }
    // The description of one of the system's errors is for debugging, and holds the whole URL.
    let type = type(of: error)  // a cast of the error itself would succeed by way of NSError
    let isSystemError = type is any CustomNSError.Type || type is NSError.Type
    if !isSystemError, type is any CustomStringConvertible.Type { return String(describing: error) }
    let system = error as NSError
    guard system.localizedDescription.namesAddress else { return system.localizedDescription }
    return "the operation failed (\(system.domain), \(system.code))"
  }

  /// The same text as ``description``.
  public var errorDescription: String? { description }
}

extension String {
  /// Whether a word may be an address or a query. A question mark at the end of a word ends a sentence.
  fileprivate var namesAddress: Bool {
    // Not of letters: a mark that is followed by an accent is none of these letters.
    unicodeScalars.split(whereSeparator: \.properties.isWhitespace).contains {
      $0.contains("://".unicodeScalars) || $0.contains("=") || $0.dropLast().contains("?")
    }
  }
}

extension LoadError: Hashable {
  /// Returns whether both are of the same kind and say the same. Errors of a service need not be comparable, so two of
  /// one type with the same debugging text are equal.
  public static func == (lhs: LoadError, rhs: LoadError) -> Bool {
    switch (lhs, rhs) {
    case (.wrongPage(let asked, let answered), .wrongPage(let otherAsked, let otherAnswered)):
      asked == otherAsked && answered == otherAnswered
    case (.nothingNew(let pages), .nothingNew(let otherPages)): pages == otherPages
    case (.nothingShown(let pages), .nothingShown(let otherPages)): pages == otherPages
    case (.repeatedCursor, .repeatedCursor), (.expiredCursor, .expiredCursor): true
    case (.timedOut(let limit), .timedOut(let otherLimit)): limit == otherLimit
    case (.service(let error), .service(let other)):
      type(of: error) == type(of: other) && String(describing: error) == String(describing: other)
    default: false
    }
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    guard case .service(let error) = self else { return hasher.combine(description) }
    hasher.combine(String(describing: error))
  }
}

extension Duration {
  /// In seconds, in the same words on every system and in every language setting.
  fileprivate var inSeconds: String {
    let seconds = self / .seconds(1)
    if seconds == 1 { return "1 second" }
    return "\(Int(exactly: seconds).map(String.init) ?? String(seconds)) seconds"
  }
}
