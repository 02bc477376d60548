import Testing

@testable import Demo

@Suite("The command line's arguments")
struct ArgumentsTests {
  @Test("without words the movies run on sample data")
  func defaults() throws {
    let arguments = try Arguments([])
    #expect(arguments.screen == .movies)
    #expect(arguments.seed == 29)
    #expect(arguments.pages == nil)
    #expect(arguments.format == .text)
  }

  @Test("words are read in any order")
  func words() throws {
    let arguments = try Arguments(["--format", "json", "categories", "--seed", "7"])
    #expect(arguments.screen == .categories)
    #expect(arguments.seed == 7)
    #expect(arguments.format == .json)
    #expect(
      try Arguments(["race", "--seed=7", "--picture=a=b"]) == Arguments(["--picture", "a=b", "--seed", "7", "race"]))
    #expect(try Arguments(["help"]).wantsHelp && Arguments(["-h"]).wantsHelp)
  }

  @Test("a fault may be named again, and a live screen has a seed of its own, unless one is given")
  func repeated() throws {
    #expect(try Arguments(["serve", "--fault", "404", "--fault", "404"]).faults.count == 2)
    #expect(try Arguments(["photos", "--live"]).seed == 7)
    #expect(try Arguments(["photos", "--live", "--seed", "29"]).seed == 29)
  }

  @Test("the help names every option, in lines of a terminal")
  func help() {
    let lines = Arguments.help.split(separator: "\n")
    for option in Option.all { #expect(lines.contains { $0.hasPrefix("  \(option.usage) ") }) }
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test(
    "wrong words are refused in one line that names them",
    arguments: [
      (["--seed"], "--seed needs a value"),
      (["--seed", "x"], "--seed needs a whole number from 0 to 18446744073709551615, not \"x\""),
      (["--seed", "-1"], "--seed needs a whole number from 0 to 18446744073709551615, not \"-1\""),
      (["--pages", "0"], "--pages needs a whole number from 1 to 1000000, not \"0\""),
      (["--format", "xml"], "--format is one of text, json, not \"xml\""),
      (
        ["films"],
        "no scenario is called \"films\"; there are movies, search, categories, series, photos, store, inbox, chat, race, serve"
      ),
      (["movies", "movies"], "movies and movies: one scenario at a time"),
      (["race", "--seed", "7", "photos"], "race and photos: one scenario at a time"),
      (["--seed", "1", "--seed=2"], "--seed is given twice"),
      (["photos", "--live", "--live"], "--live is given twice"),
      (["photos", "--live", "--format", "json"], "--live does not go with --format"),
      (
        ["serve", "--format", "json"],
        "--format goes with movies, search, categories, series, photos, store, inbox, chat, race, not with serve"
      ),
      (["--frob"], "unknown option \"--frob\""),
      (
        ["\u{1B}[31m"],
        "no scenario is called \"?[31m\"; there are movies, search, categories, series, photos, store, inbox, chat, race, serve"
      ),
      (
        ["race", "--base-url", "http://[::1]"],
        "--base-url goes with movies, search, categories, series, photos, store, not with race"
      ),
      (["--base-url", "ftp://x"], "--base-url: the base URL is neither http nor https"),
      (["--base-url", "http://[::1]", "--replay", "f"], "--replay does not go with --base-url"),
      (["--token-file", "f"], "--token-file goes with --base-url"),
      (["store", "--webhook-file", "f"], "--webhook-file goes with --base-url"),
      (["--webhook-file", "f", "--base-url", "http://[::1]"], "--webhook-file goes with store, not with movies"),
      (["store", "--dishes", "0"], "--dishes needs a whole number from 1 to 1000000, not \"0\""),
      (["categories", "--dishes", "1"], "--dishes goes with store, not with categories"),
      (["store", "--orders", "o.json"], "--orders goes with --base-url"),
      (["store", "--live", "--dishes", "1"], "--dishes does not go with --live"),
      (["series", "--id", "3"], "--id goes with --base-url"),
      (["--fault", "404"], "--fault goes with serve, not with movies"),
      (["serve", "--every", "1"], "--every goes with --fault"),
      (["serve", "--fault", "404", "--every", "0"], "--every needs a whole number from 1 to 1000000, not \"0\""),
      (["serve", "--fault", "nonsense"], "--fault: none is called \"nonsense\""),
      (["serve", "--port", "65536"], "--port needs a whole number from 0 to 65535, not \"65536\""),
      (["race", "--seeds", "0"], "--seeds needs a whole number from 1 to 1000000, not \"0\""),
      (["race", "--seeds", "-3"], "--seeds needs a whole number from 1 to 1000000, not \"-3\""),
      (["--seeds", "3"], "--seeds goes with race, not with movies"),
      (["--picture", "f"], "--picture goes with race, not with movies"),
      (["race", "--live"], "--live goes with movies, categories, series, photos, store, chat, not with race"),
      (["race", "--seeds", "3", "--picture", "f"], "--picture does not go with --seeds"),
      (["race", "--replay", "f"], "--replay goes with movies, not with race"),
      (["categories", "--replay", "f"], "--replay goes with movies, not with categories"),
      (["--live=yes"], "--live takes no value"), (["--see=3"], "unknown option \"--see\""),
      (["categories", "--pages", "2"], "--pages goes with movies, search, photos, race, serve, not with categories"),
    ])
  func refused(words: [String], line: String) {
    #expect(throws: ArgumentError(line)) { try Arguments(words) }
  }
}
