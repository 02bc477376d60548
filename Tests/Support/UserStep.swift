import ListEngine

/// One thing that users do with a screen, or that a screen does for them. Random runs and the soak draw from here, and the fuzzer of
/// edits from ``Edit``: a new wish is taught once, and the compiler names what doesn't know it.
///
/// What a step names, it names by a number that wraps around what is there: section 7 of four is section 3.
package enum UserStep: Hashable, Sendable {
  case loadFirst(list: Int, ReleaseOrder)
  case loadFirstIn([Int], ReleaseOrder)
  case loadNext(Int)
  case loadPrevious(Int)
  case fill(Int, with: Int)
  /// A cell comes into sight.
  case willDisplay(Int, offset: Int)
  case refresh(Int)
  /// Begins with a page in the middle, or joins on.
  case refreshAt(Int, page: Int, joins: Bool)
  /// With a loader of its own.
  case refreshFrom(Int, loader: Int)
  case retry(Int)
  case cancel(Int)
  case showPlaceholders(list: Int, Int)
  /// Which states have rows, as bits.
  case showRows(list: Int, Int)
  /// Shows what a ``Lens`` of this number lets through.
  case arrange(Int, lens: Int)
  /// In a search: a query of so many letters.
  case type(Int)

  case edit(list: Int, Edit)
  /// An edit that is shown while it is sent. One that is about sections is left out.
  case send(list: Int, Edit)
  /// Takes one back that is being sent.
  case undo(Int)
  /// A view moves an item itself, and says so.
  case drag(Int, from: Int, to: Int, isSent: Bool)

  /// Comes to a screen, or back to it.
  case bind(Int)
  /// Leaves it.
  case unbind(Int)
  /// Opens a menu, or begins a drag: nothing changes until the user goes on.
  case pause(list: Int)
  case goOn(Int)

  /// The same numbers make the same step.
  package static func random(using random: inout some RandomNumberGenerator) -> UserStep {
    func number(_ bound: Int) -> Int { .random(in: 0..<bound, using: &random) }
    func order() -> ReleaseOrder { [.asTheyCome, .inOrder, .together][number(3)] }
    switch number(72) {
    case 0..<5: return .loadFirst(list: number(2), order())
    case 5: return .loadFirstIn((0...number(3)).map { _ in number(6) }, order())
    case 6..<15: return .loadNext(number(6))
    case 15..<17: return .fill(number(6), with: number(20))
    case 17..<20: return .willDisplay(number(6), offset: number(12))
    case 20..<25: return .refresh(number(6))
    case 25..<27: return .refreshFrom(number(6), loader: number(3))
    case 27..<30: return .retry(number(6))
    case 30..<34: return .cancel(number(6))
    case 34: return .showPlaceholders(list: number(2), number(4))
    case 35..<40: return .edit(list: number(2), .random(using: &random))
    case 40..<44: return .send(list: number(2), .random(using: &random))
    case 44..<47: return .type(number(4))
    case 47..<51: return .bind(number(3))
    case 51..<54: return .unbind(number(3))
    case 54..<56: return .showRows(list: number(2), number(16))
    case 56..<58: return .arrange(number(6), lens: number(4))
    case 58..<61: return .loadPrevious(number(6))
    case 61..<65: return .refreshAt(number(6), page: 1 + number(3), joins: number(2) == 0)
    case 65: return .undo(number(4))
    case 66..<68: return .drag(number(6), from: number(12), to: number(12), isSent: number(2) == 0)
    case 68..<70: return .pause(list: number(2))
    default: return .goOn(number(3))
    }
  }
}
