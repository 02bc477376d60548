import Foundation

#if canImport(DifferenceKit)
  import DifferenceKit

  extension UUID: @retroactive ContentEquatable {}
  extension UUID: @retroactive ContentIdentifiable {}
  extension Int: @retroactive ContentEquatable {}
  extension Int: @retroactive ContentIdentifiable {}

  enum DifferenceKitPeer {
    /// What stands where it was not asked.
    static let missing = "–"

    /// The staged changesets of two arrays, or of two arrays of sections.
    static func work(_ old: [[UUID]], _ new: [[UUID]]) -> (() -> Void)? {
      if old.count == 1 {
        return { precondition(StagedChangeset(source: old[0], target: new[0]).count < 9) }
      }
      let (source, target) = (sections(old), sections(new))
      return { precondition(StagedChangeset(source: source, target: target).count < 9) }
    }

    private static func sections(_ ids: [[UUID]]) -> [ArraySection<Int, UUID>] {
      ids.enumerated().map { ArraySection(model: $0.offset, elements: $0.element) }
    }
  }
#else
  enum DifferenceKitPeer {
    static let missing = "left out: can't be fetched"

    static func work(_ old: [[UUID]], _ new: [[UUID]]) -> (() -> Void)? { nil }
  }
#endif
