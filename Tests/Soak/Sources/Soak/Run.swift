import Foundation
import ViewModels

/// One run: two servers, a slot for each kind of screen, and a line now and then.
@MainActor
final class Run {
  private let tally = Tally()
  private let day: BadDay
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("soak-\(UUID())")
  private var random: SeededGenerator
  /// Services that many screens share.
  private var shared: [Services] = []
  private var memory: [(minute: Double, megabytes: Double)] = [], descriptors = 0
  private let start = ContinuousClock.now

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    day = try BadDay(seed: seed)
    shared = try day.servers.map { try Services($0, folder: folder) }
  }

  /// Runs, ends in order, and prints what was counted.
  func run(for time: Duration, every interval: Duration) async throws -> Tally {
    let stays = Stays(tally)
    defer {
      for server in day.servers { server.stop() }
      try? FileManager.default.removeItem(at: folder)
    }
    let lines = Task { try await watch(every: interval, stays) }
    var spellsRandom = SeededGenerator(seed: random.next())
    let spells = Task { if Spells.areAsked { try await Spells.run(using: &spellsRandom) } }
    try await useScreens(until: start.advanced(by: time))
    lines.cancel()
    spells.cancel()
    shared = []
    while tally.checkDepartures() > 0, tally.broken == nil { try await Task.sleep(for: .milliseconds(100)) }
    stays.end()
    printTable(stays)
    return tally
  }

  private func useScreens(until end: ContinuousClock.Instant) async throws {
    let screens = Screens(tally, in: folder, services, day.read)
    var slots: [any Place] = []
    for _ in 0..<2 {
      slots += [
        try slot("movies", screens.movies), try slot("search", screens.search),
        try slot("categories", screens.categories), try slot("series", screens.series),
        try slot("photos", screens.photos), try slot("detail", screens.detail),
        try slot("posts", shareQueue: true, screens.posts),
        try slot("store", screens.store),
      ]
    }
    let runs = slots.map { slot in Task { try await slot.run(until: end) } }
    for run in runs { try await run.value }
  }

  private func slot<ViewModel: PagedListViewModel>(
    _ name: String, shareQueue: Bool = false, _ make: @escaping () throws -> Screen<ViewModel>
  ) throws -> any Place { try Slot(name, tally, seed: random.next() >> 1, shareQueue: shareQueue, make: make) }

  /// Those of one of the two servers: shared ones, or now and then new ones, which have to go with the screen.
  private func services() throws -> Services {
    let number = Int.random(in: 0...1, using: &random)
    if Int.random(in: 0..<4, using: &random) > 0 {
      var services = shared[number]
      services.parts = []
      return services
    }
    return try Services(day.servers[number], folder: folder)
  }

  private func watch(every interval: Duration, _ stays: Stays) async throws {
    var next = start.advanced(by: interval)
    while true {
      try await Task.sleep(for: .milliseconds(500))
      let waiting = tally.checkDepartures()
      descriptors = max(descriptors, Meters.descriptors)
      guard .now >= next else { continue }
      next = next.advanced(by: interval)
      memory.append((seconds / 60, Meters.memory))
      say(
        "\(Int(seconds)) s: \(day.read().requests) requests, \(tally.pages) pages, \(tally.changes) changes, "
          + "depth \(tally.depth), \(Int(Meters.memory)) MB, \(Meters.descriptors) descriptors, "
          + "\(tally.screens) screens, \(waiting) objects to go, longest stay \(stays.longest.milliseconds) ms")
    }
  }

  private var seconds: Double { start.duration(to: .now) / .seconds(1) }

  /// The line of least squares through the memory.
  private var slope: String {
    let points = memory.dropFirst(memory.count / 5)
    let middle = points.map(\.minute).reduce(0, +) / Double(max(1, points.count))
    let spread = points.map { ($0.minute - middle) * ($0.minute - middle) }.reduce(0, +)
    guard spread > 0 else { return "unknown: too few lines" }
    let slope = points.map { ($0.minute - middle) * $0.megabytes }.reduce(0, +) / spread
    return "\((slope * 600).rounded() / 10) MB an hour"
  }

  private func printTable(_ stays: Stays) {
    let (ledger, seconds) = (day.read(), seconds)
    func rate(_ count: Int) -> String { "\(count), \(Int((Double(count) / seconds).rounded())) a second" }
    say("| measured in \(Int(seconds)) s | |\n|---|---|")
    say("| requests answered, by two servers | \(rate(ledger.requests)) |")
    say("| kinds of faults given | \(ledger.faults.count): \(ledger.faults.sorted().joined(separator: " ")) |")
    say("| pages, items taken in | \(rate(tally.pages)); \(rate(tally.items)) |")
    say("| loads that failed | \(rate(tally.failures)) |")
    say("| changes that passed a gate | \(rate(tally.changes)) |")
    say("| most changes that waited for one gate | \(tally.depth) |")
    say("| screens made and let go of | \(tally.screens) |")
    say("| edits sent, of them undone; items dragged | \(tally.sent), \(tally.undone); \(tally.drags) |")
    say("| items deleted for good, as the server has confirmed | \(tally.deleted) |")
    say("| files of orders taken over while orders waited | \(tally.restarts) |")
    say("| times that descriptors ran out | \(Spells.count) |")
    say(
      "| longest stay on the main actor, longest delay | \(stays.longest.milliseconds) ms, \(stays.longestDelay.milliseconds) ms |"
    )
    let megabytes = memory.map { Int($0.megabytes) }
    say(
      "| MB of memory: at first, most, at last | \(megabytes.first ?? 0), \(megabytes.max() ?? 0), \(megabytes.last ?? 0) |"
    )
    say("| its slope, after the first fifth of the time | \(slope) |")
    say("| most descriptors, of both ends | \(descriptors) |")
    for law in Tally.Law.allCases { say("| \(law.rawValue) | \(tally.checks[law] ?? 0), none against |") }
  }
}

extension Duration {
  var milliseconds: Int { Int(self / .milliseconds(1)) }
}
