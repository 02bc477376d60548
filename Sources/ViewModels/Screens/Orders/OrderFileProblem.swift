/// Why orders are kept in memory only, or what was found in the place of their file.
public enum OrderFileProblem: Error, Hashable, Sendable {
  /// The file can't be claimed, read or written. Orders are kept in memory: until it can be written again, or, if it could
  /// not be claimed or read at first, for as long as the view model lives. What the file holds stays in it.
  case disk(DiskProblem)
  /// The file is none of these orders. It has been given this name, in the same folder, and another one has been begun.
  case unreadable(putAsideAs: String)
}

extension OrderFileProblem: CustomStringConvertible {
  /// A sentence in English.
  public var description: String {
    switch self {
    case .disk(let problem): "orders are kept in memory only: \(problem)"
    case .unreadable(let name): "the file of orders cannot be read, and is now called \(name)"
    }
  }
}
