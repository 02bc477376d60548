import FlyingFox
import Foundation
import Reactive

/// A page in a browser: its connection, and the three phones on it.
@MainActor
final class Session {
  /// How long a page may take to say that it listens.
  static let patience = Duration.seconds(10)
  /// How many messages may wait to be sent.
  static let longestQueue = 2_000

  let scheduler: any Scheduler
  /// What is sent.
  let messages: AsyncStream<WSMessage>
  private(set) var isGone = false
  private(set) var yours: YourTurn?
  private var phones: [Phone.Name: Phone] = [:]
  private var race: Race?
  private let input: AsyncStream<WSMessage>.Continuation
  private var deadline: (any Cancellable)?

  init(scheduler: any Scheduler = MainScheduler.main) {
    self.scheduler = scheduler
    (messages, input) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.longestQueue))
    input.onTermination = { [weak self] _ in Task { @MainActor in self?.letGo() } }  // the connection has ended
    deadline = scheduler.schedule(after: Self.patience) { [weak self] in MainActor.assumeIsolated { self?.letGo() } }
  }

  func send(_ message: Message) {
    guard !isGone, let data = try? JSONEncoder().encode(message) else { return }
    if case .enqueued = input.yield(.text(String(decoding: data, as: UTF8.self))) { return }
    // In a later turn: this may be the middle of an update.
    Task { @MainActor in letGo() }
  }

  /// Ends the connection, and whatever waits for the page.
  func letGo() {
    guard !isGone else { return }
    isGone = true
    deadline?.cancel()
    input.finish()
    stopRace()
    yours?.phone.animationEnded()
    yours?.end()
  }

  /// Carries out what the page asks for; what makes no sense is nothing.
  func carryOut(_ command: Command) {
    switch command {
    case .ready:
      deadline?.cancel()
      Task { try await begin(Service.sample.value) }
    case .run(let seed): Task { try await run(seed, Service.sample.value) }
    case .end(let phone, let change): phones[phone]?.animationEnded(of: change)
    case .crash(let phone):
      if phone == .left { race?.byHand.stop() }
      phones[phone]?.animationEnded()
    default: yours?.carryOut(command)
    }
  }

  func begin(_ lists: [[Film]]) {
    guard yours == nil, !isGone else { return }
    let turn = YourTurn(on: self, lists: lists)
    (yours, phones[.yours]) = (turn, turn.phone)
  }

  private func run(_ seed: UInt64, _ lists: [[Film]]) {
    stopRace()
    guard !isGone else { return }
    let race = Race(seed: seed, lists: lists, on: scheduler) { [weak self] in self?.send($0) }
    let row = { (film: Film?) in film.map { Message.Row(key: $0.id, title: $0.title) } }
    let left = Phone(.left, of: race.byHand, titles: Service.titles, on: self) { [unowned race] in
      row(race.byHand.film(at: $0))
    }
    let right = Phone(.right, of: race.gated, titles: Service.titles, on: self) { [unowned race] in
      row(race.gated.item(at: $0))
    }
    (self.race, phones[.left], phones[.right]) = (race, left, right)
    race.start(left: left, right: right)
  }

  private func stopRace() {
    race?.stop()
    for name in [Phone.Name.left, .right] { phones[name]?.animationEnded() }
  }
}
