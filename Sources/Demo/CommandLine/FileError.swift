/// A file that can't be used, and why.
struct FileError: Error, CustomStringConvertible {
  let description: String

  init(_ path: String, _ problem: String) {
    description = "\(path.withoutControlCharacters): \(problem.withoutControlCharacters)"
  }
}
