/// A queue for a limited number of slots that alternates between lanes. A pure value.
///
/// A free slot goes to the lane that has waited longest since its last slot, and within the lane to the oldest ticket.
/// So a lane with many tickets delays each other lane by at most one slot per round.
struct FairQueue<Lane: Hashable & Sendable, Ticket: Equatable & Sendable>: Sendable {
  private let limit: Int
  private var running = 0
  private var waiting: [Lane: [Ticket]] = [:]
  /// The lanes with waiting tickets, the next one first.
  private var lanes: [Lane] = []

  /// - Precondition: `limit` is positive.
  init(limit: Int) {
    precondition(limit > 0, "nothing could ever start")
    self.limit = limit
  }

  /// Asks for a slot.
  /// - Returns: Whether the ticket may start now. Otherwise it waits.
  mutating func ask(_ ticket: Ticket, in lane: Lane) -> Bool {
    guard running >= limit else {
      running += 1
      return true
    }
    if waiting[lane] == nil { lanes.append(lane) }
    waiting[lane, default: []].append(ticket)
    return false
  }

  /// Frees a slot.
  /// - Returns: The ticket that starts in it, if one waits.
  /// - Complexity: O(lanes + tickets waiting in the lane)
  mutating func finish() -> Ticket? {
    guard let lane = lanes.first, var tickets = waiting[lane] else {
      running -= 1
      return nil
    }
    lanes.removeFirst()
    let ticket = tickets.removeFirst()
    waiting[lane] = tickets.isEmpty ? nil : tickets
    if !tickets.isEmpty { lanes.append(lane) }
    return ticket
  }

  /// Removes a waiting ticket.
  /// - Returns: Whether it was waiting.
  mutating func cancel(_ ticket: Ticket, in lane: Lane) -> Bool {
    guard var tickets = waiting[lane], let index = tickets.firstIndex(of: ticket) else { return false }
    tickets.remove(at: index)
    waiting[lane] = tickets.isEmpty ? nil : tickets
    if tickets.isEmpty { lanes.removeAll { $0 == lane } }
    return true
  }
}
