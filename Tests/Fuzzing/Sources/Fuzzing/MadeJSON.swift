/// JSON that an input chooses: names that the services use, and values that they should not.
enum MadeJSON {
  /// The token that no error may quote.
  static let secret = "MadeUpToken-5e1f7a90"

  private static let names = [
    "results", "page", "total_pages", "total_results", "id", "title", "genre_ids", "release_date", "vote_average",
    "adult",
    "name", "seasons", "season_number", "episodes", "episode_type", "crew", "guest_stars", "job", "images",
    "secure_base_url", "poster_sizes", "backdrop_sizes", "still_sizes", "statusCode", "body", "detail_hash", "image",
    "badge", "delivery_type", "n_price", "s_price", "hash", "data", "top_image", "prices", "point", "thumb_images",
    "urls",
    "thumb", "created_at", "alt_description", "likes", "status_code", "status_message", "success", "errors", "posts",
    "next", "number", "cursor", "series", "page_1", "page_2",
  ]

  private static let values = [
    "null", "true", "false", "0", "1", "-1", "7", "500", "1.5", "-0", "1e3", "1e400", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "1e-400", #""""#, #""a""#, #""H1""#, #""\ud800""#, #""\u0000""#,
    #""\u001b[2J\u202e\u2028""#, #""\ufffe""#, #""e\u0301""#, #""15,800원""#, #""1,5원""#, #""2001-02-03T04:05:06Z""#,
    #""99999-01-01T00:00:00Z""#, #""2001-02-30""#, #""https://a.example/b c""#, #""http://[::1""#, #""/p.jpg""#,
    #""w92""#,
    #""original""#, "\"\(secret)\"", "\"x%4dadeUp%54oken-5e1f7a90 \(secret.dropLast(4))\"",
    "\"\(String(repeating: "long ", count: 100))\"", "21", "22", "200", "404",
  ]

  static func text(_ bytes: inout Bytes, depth: Int = 0) -> String {
    let choice = bytes.number(below: 8)
    guard choice > 3, depth < 6, !bytes.rest.isEmpty else { return values[bytes.number(below: values.count)] }
    let entries = (0..<bytes.number(below: 6)).map { _ in
      (names[bytes.number(below: names.count)], text(&bytes, depth: depth + 1))
    }
    return choice < 6
      ? "{\(entries.map { "\"\($0)\":\($1)" }.joined(separator: ","))}"
      : "[\(entries.map(\.1).joined(separator: ","))]"
  }
}
