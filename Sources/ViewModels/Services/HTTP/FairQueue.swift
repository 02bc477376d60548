/// Who may start, when no more than so many may run at once: a pure value, lanes taking turns.
///
/// A place that becomes free goes to the lane that has waited longest for its turn, within the lane to who asked
/// first. So a lane that asks for much delays every other by one place a round at most.
struct FairQueue<Lane: Hashable & Sendable, Ticket: Equatable & Sendable>: Sendable {
  private let limit: Int
  private var running = 0
  private var waiting: [Lane: [Ticket]] = [:]
  /// The lanes that wait, the next one first.
  private var turns: [Lane] = []

  /// - Precondition: `limit` is positive.
  init(limit: Int) {
    precondition(limit > 0, "nothing could ever start")
    self.limit = limit
  }

  /// Whether the ticket may start now; if not, it waits.
  mutating func ask(_ ticket: Ticket, in lane: Lane) -> Bool {
    guard running >= limit else {
      running += 1
      return true
    }
    if waiting[lane] == nil { turns.append(lane) }
    waiting[lane, default: []].append(ticket)
    return false
  }

  /// Says that one that ran has ended; returns the one that starts in its place. O(lanes + waiting in the lane).
  mutating func end() -> Ticket? {
    guard let lane = turns.first, var tickets = waiting[lane] else {
      running -= 1
      return nil
    }
    turns.removeFirst()
    let ticket = tickets.removeFirst()
    waiting[lane] = tickets.isEmpty ? nil : tickets
    if !tickets.isEmpty { turns.append(lane) }
    return ticket
  }

  /// Takes a ticket out that waits; false if it does not.
  mutating func leave(_ ticket: Ticket, in lane: Lane) -> Bool {
    guard var tickets = waiting[lane], let place = tickets.firstIndex(of: ticket) else { return false }
    tickets.remove(at: place)
    waiting[lane] = tickets.isEmpty ? nil : tickets
    if tickets.isEmpty { turns.removeAll { $0 == lane } }
    return true
  }
}
