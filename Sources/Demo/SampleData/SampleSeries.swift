import Foundation

/// A made-up series in TMDB's JSON: specials and six seasons, each with its episodes.
package enum SampleSeries {
  package static let id = 7
  package static let seasons = 0...6

  /// Returns TMDB's answer for the series.
  package static func answer(seed: UInt64) throws -> Data {
    var random = SeededGenerator(seed: seed, "series")
    let seasons = seasons.map { number -> [String: Any] in
      [
        "id": 700 + number, "season_number": number, "name": number == 0 ? "Specials" : "Season \(number)",
        "episode_count": episodeCount(number, seed: seed), "overview": "",
        "air_date": number == 0 ? NSNull() : "\(2010 + number)-04-01" as Any, "poster_path": NSNull(),
        "vote_average": Double(Int.random(in: 60...95, using: &random)) / 10,
      ]
    }
    return try JSONSerialization.data(
      withJSONObject: [
        "id": id, "name": SampleWords.title(id, seed: seed), "number_of_seasons": seasons.count - 1, "seasons": seasons,
      ], options: [.sortedKeys])
  }

  /// Returns TMDB's answer for a season with its episodes.
  package static func answer(forSeason number: Int, seed: UInt64) throws -> Data {
    var random = SeededGenerator(seed: seed, "season", String(number))
    let episodes = (1...episodeCount(number, seed: seed)).map { episode -> [String: Any] in
      let title = SampleWords.title(number * 100 + episode, seed: seed)
      return [
        "id": 70_000 + number * 100 + episode, "episode_number": episode, "season_number": number,
        "name": title, "overview": SampleWords.sentence(using: &random),
        "episode_type": episode == 1 ? "premiere" : "standard", "runtime": Int.random(in: 40...70, using: &random),
        "crew": [Any](), "guest_stars": [Any](),
      ]
    }
    return try JSONSerialization.data(
      withJSONObject: ["id": 700 + number, "season_number": number, "episodes": episodes], options: [.sortedKeys])
  }

  private static func episodeCount(_ season: Int, seed: UInt64) -> Int {
    var random = SeededGenerator(seed: seed, "episodes", String(season))
    return Int.random(in: 6...12, using: &random)
  }
}
