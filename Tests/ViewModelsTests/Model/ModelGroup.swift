import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// Sections whose first pages were asked for together.
struct ModelGroup: Hashable {
  enum Outcome: Hashable { case loaded, failed, cancelled, gone }

  let sections: [Int]
  let order: ReleaseOrder
  /// Loads whose answers are there and wait for others.
  var held: [Int: ModelAnswer] = [:]
  /// Sections that have been answered, or have ended without.
  var answered: Set<Int> = []
  var outcomes: [Int: Outcome] = [:]

  /// Sections that were asked for, too, and are not there.
  let missing: [Int]

  init(_ sections: [Int], _ order: ReleaseOrder, missing: [Int] = []) {
    (self.sections, self.order, self.missing) = (sections, order, missing)
  }

  /// Takes out the answers that wait no longer, in section order.
  mutating func release() -> [ModelAnswer] {
    let free: [Int]
    switch order {
    case .asTheyCome: free = sections
    case .inOrder: free = Array(sections.prefix { answered.contains($0) })
    case .together: free = answered.count == sections.count ? sections : []
    }
    return free.compactMap { held.removeValue(forKey: $0) }
  }

  /// How all ended; nil while one has not.
  var summary: Heard? {
    guard outcomes.count == sections.count else { return nil }
    func those(_ outcome: Outcome) -> [Int] { sections.filter { outcomes[$0] == outcome } }
    return .summary(
      loaded: those(.loaded), failed: those(.failed), cancelled: those(.cancelled), gone: missing + those(.gone))
  }
}

/// An answer on its way to the list.
struct ModelAnswer: Hashable {
  struct Page: Hashable {
    var rows: [TestItem] = []
    var number: Int?
    var isLast = false
    var previous: String?
    var cursor: String?
    var unreadable = 0
  }

  enum Content: Hashable {
    case page(Page)
    case sections([Int])
    case failure(ModelFailure)
  }

  let load: ModelLoad
  let content: Content
}
