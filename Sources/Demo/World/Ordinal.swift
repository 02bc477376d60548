/// The order of what is due in the same millisecond, behind the answers to requests for lists.
enum Ordinal {
  static let network = 100_000
  static let connectivity = 200_000
  static let orders = 300_000
  static let images = 400_000
  static let user = 500_000
}
