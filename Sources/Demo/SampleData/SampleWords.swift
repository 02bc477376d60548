/// Words for made-up titles.
enum SampleWords {
  private static let adjectives = [
    "Silent", "Crimson", "Last", "Hidden", "Golden", "Broken", "Distant", "Burning", "Frozen", "Secret", "Wild",
    "Forgotten", "Electric", "Hollow", "Northern", "Paper", "Quiet", "Restless", "Second", "Velvet",
  ]
  private static let nouns = [
    "Harbor", "Empire", "Garden", "Signal", "River", "Machine", "Summer", "Orchard", "Mirror", "Train", "Kingdom",
    "Letter", "Lighthouse", "Window", "Winter", "Compass", "Island", "Station", "Theatre", "Voyage",
  ]

  static func title(using random: inout SeededGenerator) -> String {
    let noun = nouns.randomElement(using: &random) ?? "Film"
    let adjective = adjectives.randomElement(using: &random) ?? "Untitled"
    return switch Int.random(in: 0..<4, using: &random) {
    case 0: "\(adjective) \(noun)"
    case 1: "The \(adjective) \(noun)"
    case 2: "The \(noun) \(Int.random(in: 2...4, using: &random))"
    default: "\(noun) of the \(adjective) \(nouns.randomElement(using: &random) ?? "Sea")"
    }
  }

  static func sentence(using random: inout SeededGenerator) -> String {
    "Nobody expects what the \(adjectives.randomElement(using: &random) ?? "")"
      + " \(nouns.randomElement(using: &random) ?? "") brings to the \(nouns.randomElement(using: &random) ?? "")."
  }
}
