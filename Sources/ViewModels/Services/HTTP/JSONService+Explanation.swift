import Foundation

extension JSONService {
  /// Reads what the body of an error says, in the forms that many services use: an object with a text called `detail`,
  /// `message`, `error_description`, `error` or `title`, or with such an object called `error`.
  ///
  /// A text that is empty, or longer than a sentence or two, is taken for none: it is a page, or a trace of the stack.
  public static func explanation(_ body: Data) -> Explanation {
    (nil, (try? JSONDecoder().decode(Problem.self, from: body))?.reason)
  }

  /// `detail` and `title` are defined by RFC 9457, `error_description` by OAuth (RFC 6749, section 5.2).
  private struct Problem: Decodable {
    var reason: String?

    private enum CodingKeys: String, CodingKey, CaseIterable {
      // From the most telling one on.
      case detail, message
      case description = "error_description"
      case error, title
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      for key in CodingKeys.allCases where reason == nil {
        let text = (try? fields.decode(String.self, forKey: key))?.trimmingCharacters(in: .whitespacesAndNewlines)
        if let text, 1...500 ~= text.unicodeScalars.count {
          reason = text
        } else if key == .error, !decoder.codingPath.contains(where: { $0.stringValue == key.stringValue }) {
          reason = (try? fields.decode(Problem.self, forKey: key))?.reason  // one level deep
        }
      }
    }
  }
}
