import Foundation
import SampleService

extension MovieCrawl {
  /// Reads a saved crawl: `{"page_1": answer, "page_2": answer, ...}`.
  static func read(_ path: String) throws(FileError) -> MovieCrawl {
    try FileError.check(path, forWriting: false)
    let content = try FileError.naming(path, "read") {
      try FileHandle(forReadingFrom: URL(fileURLWithPath: path)).readToEnd() ?? Data()
    }
    guard let object = try? JSONSerialization.jsonObject(with: content) else { throw FileError(path, "is not JSON") }
    guard let answers = object as? [String: Any] else {
      throw FileError(path, "is not an object with the keys \"page_1\", \"page_2\", ...")
    }
    var pages: [Data] = []
    while let answer = answers["page_\(pages.count + 1)"] {
      guard answer is [String: Any], let page = try? JSONSerialization.data(withJSONObject: answer) else {
        throw FileError(path, "\"page_\(pages.count + 1)\" is not an object")
      }
      pages.append(page)
    }
    guard !pages.isEmpty else { throw FileError(path, "holds no \"page_1\"") }
    return MovieCrawl(pages: pages)
  }
}
