import Foundation
import Reactive
import Synchronization

/// The inserts of a list, each with the section that it went to in its turn.
///
/// They are told right after the updates. A subscriber that joins while a change is delivered, to observers of the updates
/// for instance, has counted that change; it hears from the next one on.
struct Insertions<SectionID: Hashable & Sendable>: MainActorPublisher, TrustedPublisher {
  typealias Output = (SectionID, [IndexPath])
  typealias Failure = Never

  struct Event: Sendable {
    let change: Int
    let section: SectionID
    let indexPaths: [IndexPath]
  }

  let subject: MainActorSubject<Event>
  let changesMade: ChangeCounter

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let last = changesMade.value
    subject.compactMap { $0.change > last ? ($0.section, $0.indexPaths) : nil }.receive(subscriber: subscriber)
  }
}

/// How many changes a list has made; read wherever a subscriber joins.
final class ChangeCounter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .acquiring) }

  @MainActor
  func increment() { count.add(1, ordering: .releasing) }
}
