import Testing

@testable import Demo

@Suite("The command line's arguments")
struct ArgumentsTests {
  @Test("without words the movies run on sample data")
  func defaults() throws {
    let arguments = try Arguments([])
    #expect(arguments.screen == .movies)
    #expect(arguments.seed == 1)
    #expect(arguments.pages == nil)
    #expect(arguments.format == .text)
  }

  @Test("words are read in any order")
  func words() throws {
    let arguments = try Arguments(["--format", "json", "categories", "--seed", "7"])
    #expect(arguments.screen == .categories)
    #expect(arguments.seed == 7)
    #expect(arguments.format == .json)
  }

  @Test(
    "wrong words are refused in one line that names them",
    arguments: [
      (["--seed"], "--seed needs a value"), (["--seed", "x"], "--seed needs a whole number, not \"x\""),
      (["--seed", "-1"], "--seed needs a whole number, not \"-1\""),
      (["--pages", "0"], "--pages must be at least 1, not 0"),
      (["--format", "xml"], "--format is one of text, json, not \"xml\""),
      (["films"], "no scenario is called \"films\"; there are movies, categories, series, photos, store, race, serve"),
      (["--frob"], "unknown option \"--frob\""),
      (
        ["\u{1B}[31m"],
        "no scenario is called \"?[31m\"; there are movies, categories, series, photos, store, race, serve"
      ),
      (
        ["race", "--base-url", "http://[::1]"],
        "--base-url goes with movies, categories, series, photos and store, not with race"
      ),
      (["--base-url", "ftp://x"], "--base-url: the base URL is neither http nor https"),
      (["--base-url", "http://[::1]", "--replay", "f"], "--base-url goes without --replay, --timeline and --live"),
      (["--token-file", "f"], "--token-file goes with --base-url"),
      (["store", "--webhook-file", "f"], "--webhook-file goes with store and --base-url"),
      (["--webhook-file", "f", "--base-url", "http://[::1]"], "--webhook-file goes with store and --base-url"),
      (["store", "--orders", "0"], "--orders must be at least 1, not 0"),
      (["categories", "--orders", "1"], "--orders goes with store, not with categories"),
      (["store", "--live", "--orders", "1"], "--live does not go with --orders"),
      (["series", "--id", "3"], "--id goes with series and --base-url"),
      (["--fault", "404"], "--port and --fault go with serve, not with movies"),
      (["serve", "--every", "1"], "--every goes with --fault"),
      (["serve", "--fault", "404", "--every", "0"], "--every must be at least 1, not 0"),
      (["serve", "--fault", "nonsense"], "no fault is called \"nonsense\""),
      (["serve", "--port", "65536"], "--port needs a whole number, not \"65536\""),
      (["race", "--seeds", "0"], "--seeds must be at least 1, not 0"),
      (["race", "--seeds", "-3"], "--seeds must be at least 1, not -3"),
      (["--seeds", "3"], "--seeds goes with race, not with movies"),
      (["race", "--timeline", "f"], "--timeline goes with movies, categories and store, not with race"),
      (["race", "--live"], "--live goes with movies, categories and store, not with race"),
      (["--live", "--timeline", "f"], "--live does not go with --timeline"),
      (["race", "--replay", "f"], "--replay goes with movies, not with race"),
      (["categories", "--replay", "f"], "--replay goes with movies, not with categories"),
    ])
  func refused(words: [String], line: String) {
    #expect(throws: ArgumentError(line)) { try Arguments(words) }
  }
}
