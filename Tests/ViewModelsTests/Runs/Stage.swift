import Foundation
import ListViewModelsTestSupport
import Reactive

@testable import ListEngine
@testable import ViewModels

/// A list with its services, as a run sees it: sections, items and loaders are numbers.
@MainActor
protocol Stage: GatedList {
  var rules: ListRules { get }
  /// The letters of a search.
  var query: String? { get set }
  /// Nil where there is no time limit.
  var alarms: Alarms? { get }

  func ask(_ wish: Wish)
  /// Loads which sections there are; nil where they are given.
  var loadSections: (@MainActor (Int) -> Void)? { get }
  /// Loses the connection, and finds it again; nil where nothing hears of that.
  var reconnect: (@MainActor () -> Void)? { get }
  /// - Parameter made: Told what the edit's calls did, in its turn.
  func edit(_ edit: Edit, made: @escaping @MainActor ([EditCall]) -> Void)
  /// - Returns: Ends the edit.
  func send(_ edit: Edit, made: @escaping @MainActor ([EditCall]) -> Void) -> @MainActor (_ takesBack: Bool) -> Void
  /// A view has moved an item from one place of this list to another.
  func move(from source: IndexPath, to destination: IndexPath, madeBy view: WorldView)
  /// How many edits have been made.
  var editsMade: Int { get }
  func showRows(_ rows: Row<Never>.Kinds)
  func seed(_ section: Int, _ rows: [TestItem], next: PageKey?)
  func arrange(_ section: Int, _ lens: Lens)
  func willDisplay(_ position: Int, offset: Int)
  func passTime(_ milliseconds: Int)
  func settled() async

  /// Calls back with everything that is said on a channel.
  func observe(_ channel: Step.Channel, _ hear: @escaping @MainActor (Heard) -> Void) -> AnyCancellable
  /// Calls back with each step of each load, and with each edit that was sent and is settled.
  func observe(
    loads: @escaping @MainActor (LoadStep) -> Void, edits: @escaping @MainActor (Int, _ takesBack: Bool) -> Void
  ) -> [AnyCancellable]
  var shown: [Moment.Shown] { get }
  func state(of target: ModelTarget) -> ModelState
  func text(at position: Int, _ offset: Int) -> String
  var loadsInFlight: Int { get }
  /// How many changes the list has made.
  var changesMade: Int { get }

  /// Sends whenever a request may have been begun or have ended.
  func requestsChange(_ call: @escaping @MainActor () -> Void) -> [AnyCancellable]
  /// Whether each request that has been begun has arrived at its service.
  var hasArrived: Bool { get }
  /// Whether services end requests that are cancelled. Otherwise they answer them all the same.
  var endsCancelledRequests: Bool { get set }
  /// Requests that have not been answered.
  var requests: [OpenRequest] { get }
}

/// A request at a service.
@MainActor
struct OpenRequest {
  let id: ObjectIdentifier
  let request: PageRequest
  let isCancelled: @MainActor () -> Bool
  let answer: @MainActor (Step.Answer, _ text: String) -> Void
}

extension Stage {
  var targets: [ModelTarget] { [.sections] + (0..<rules.pool).map { .section($0) } }
}
