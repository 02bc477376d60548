/// Words for made-up titles.
package enum SampleWords {
  private static let starts = [
    "", "The ", "Return to the ", "Beyond the ", "Night at the ", "Under the ", "Letters from the ", "Song of the ",
    "Last Train to the ", "Once in the ",
  ]
  private static let adjectives = [
    "Silent", "Crimson", "Last", "Hidden", "Golden", "Broken", "Distant", "Burning", "Frozen", "Secret", "Wild",
    "Forgotten", "Electric", "Hollow", "Northern", "Paper", "Quiet", "Restless", "Second", "Velvet",
  ]
  package static let nouns = [
    "Harbor", "Empire", "Garden", "Signal", "River", "Machine", "Summer", "Orchard", "Mirror", "Train", "Kingdom",
    "Letter", "Lighthouse", "Window", "Winter", "Compass", "Island", "Station", "Theatre", "Voyage",
  ]

  /// The number of different titles.
  package static let titleCount = starts.count * adjectives.count * nouns.count

  /// Returns a title. As many consecutive numbers as there are titles have one each.
  package static func title(_ number: Int, seed: UInt64) -> String {
    // A multiplication by a number without a common factor: neighbours don't look alike, and no title comes twice.
    let index = Int((UInt64(number) &+ seed % UInt64(titleCount)) &* 2_347 % UInt64(titleCount))
    let noun = nouns[index / adjectives.count % nouns.count]
    return starts[index / adjectives.count / nouns.count] + "\(adjectives[index % adjectives.count]) \(noun)"
  }

  package static func sentence(using random: inout SeededGenerator) -> String {
    "Nobody expects what the \(adjectives.randomElement(using: &random) ?? "")"
      + " \(nouns.randomElement(using: &random) ?? "") brings to the \(nouns.randomElement(using: &random) ?? "")."
  }
}
