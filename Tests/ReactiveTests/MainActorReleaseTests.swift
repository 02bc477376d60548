import Dispatch
import ListViewModelsTestSupport
import Testing

@testable import Reactive

@Suite("What closures of the main actor hold goes on the main actor")
@MainActor
struct MainActorReleaseTests {
  /// Says where it went.
  private final class Owner {
    let gone: @Sendable (Bool) -> Void
    init(_ gone: @escaping @Sendable (Bool) -> Void) { self.gone = gone }
    deinit { gone(MainScheduler().isCurrent) }
  }

  enum Holder: CaseIterable, Sendable {
    case sink, completion, behindHop, foreign, map, compactMap, filter, removeDuplicates
  }

  /// A publisher of an app's own, which a sink trusts with nothing.
  private struct Foreign: MainActorPublisher {
    typealias Output = Int
    typealias Failure = Never
    let subject: MainActorSubject<Int>
    func receive<S: Subscriber<Int, Never>>(subscriber: S) { subject.subscribe(subscriber) }
  }

  /// Subscribes closures of which one holds an owner.
  private func subscribe(_ holder: Holder, _ gone: @escaping @Sendable (Bool) -> Void) -> AnyCancellable {
    let (subject, owner) = (MainActorSubject<Int>(), Owner(gone))
    return switch holder {
    case .sink: subject.sink { _ in _ = owner }
    case .completion: subject.sink(receiveCompletion: { _ in _ = owner }, receiveValue: { _ in })
    case .behindHop: PassthroughSubject<Int, Never>().receive(on: .main).sink { _ in _ = owner }
    case .foreign: Foreign(subject: subject).sink { _ in _ = owner }
    case .map: subject.map { withExtendedLifetime(owner) { [value = $0] in value } }.sink { _ in }
    case .compactMap: subject.compactMap { withExtendedLifetime(owner) { [value = $0] in value } }.sink { _ in }
    case .filter: subject.filter { _ in withExtendedLifetime(owner) { true } }.sink { _ in }
    case .removeDuplicates:
      subject.removeDuplicates { _, _ in withExtendedLifetime(owner) { true } }.sink { _ in }
    }
  }

  @Test("cancelled elsewhere: in a later turn of the main actor", arguments: Holder.allCases, [true, false])
  func elsewhere(holder: Holder, isCancelled: Bool) async {
    let (wasMain, isGone) = (Box<Bool?>(nil), Signal())
    let token = Box<AnyCancellable?>(nil)
    token.value = subscribe(holder) { isMain in
      wasMain.value = isMain
      isGone.fire()
    }
    ReactiveTests.elsewhere {
      if isCancelled { token.value?.cancel() }
      token.value = nil
    }
    await isGone.wait()
    #expect(wasMain.value == true)
  }

  @Test("cancelled on the main actor: at once", arguments: Holder.allCases)
  func here(holder: Holder) {
    let wasMain = Box<Bool?>(nil)
    subscribe(holder) { wasMain.value = $0 }.cancel()
    #expect(wasMain.value == true)
  }
}
