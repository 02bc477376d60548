import Foundation
import ListEngine
import Reactive
import SampleService
import ViewModels

struct Film: Identifiable, Equatable, Sendable {
  let id: Int
  let title: String
  let year: Substring
  let rating: Double
  var isFavourite = false
}

/// What a request fails with that gets lost.
struct ConnectionLost: Error, CustomStringConvertible { let description = "the connection was lost" }

/// A service that remembers what it is told, over a network that is slow and loses requests. The seed decides which.
@MainActor
final class Service {
  static let pageSize = 20
  static let titles = MovieSection.allCases.map(MoviesViewModel.Wording().title)
  /// In milliseconds. Like `failures`, what the package's samples have.
  var latency = 30...600
  /// In percent.
  var failures = 12
  private var lists: [[Film]]
  private let seed: UInt64
  private let phone: Phone.Name
  private let scheduler: any Scheduler
  private let tell: @MainActor (Message) -> Void
  private var attempts: [[Int]: UInt64] = [:]

  /// - Parameter tell: hears how loads go.
  init(
    _ lists: [[Film]], seed: UInt64, for phone: Phone.Name, on scheduler: any Scheduler,
    tell: @escaping @MainActor (Message) -> Void
  ) {
    (self.lists, self.seed, self.phone, self.scheduler, self.tell) = (lists, seed, phone, scheduler, tell)
  }

  /// Answers with a page as it is when it is asked for.
  func load(_ page: Int, of section: Int, answer: @escaping @MainActor (Result<Page<Film>, any Error>) -> Void) {
    let items = Array(lists[section].dropFirst((page - 1) * Self.pageSize).prefix(Self.pageSize))
    let (isLast, total) = (page * Self.pageSize >= lists[section].count, lists[section].count)
    tell(.load(phone: phone, section: section, step: .asked))
    send([section, page]) { [phone, tell] error in
      tell(.load(phone: phone, section: section, step: error == nil ? .answered : .failed))
      answer(
        error.map { .failure($0) } ?? .success(Page(items: items, number: page, isLast: isLast, totalItems: total)))
    }
  }

  /// The same as a function to wait for.
  func page(_ key: PageKey, of section: Int) async throws -> Page<Film> {
    try await withCheckedThrowingContinuation { waiting in
      load(key.number, of: section) { waiting.resume(with: $0) }
    }
  }

  func change(_ change: @Sendable (inout [[Film]]) -> Void) async throws {
    try await withCheckedThrowingContinuation { (waiting: CheckedContinuation<Void, any Error>) in
      send([]) { waiting.resume(with: $0.map { .failure($0) } ?? .success(())) }
    }
    change(&lists)
  }

  /// The last film of a section becomes the first one of a page.
  func renew(_ page: Int, of section: Int) {
    guard let film = lists[section].popLast() else { return }
    lists[section].insert(film, at: min((page - 1) * Self.pageSize, lists[section].endIndex))
  }

  private func send(_ request: [Int], answer: @escaping @MainActor (ConnectionLost?) -> Void) {
    attempts[request, default: 0] += 1
    var number = request.reduce(seed) { $0 &* 1_000_003 &+ UInt64($1) } &* 10_007 &+ attempts[request, default: 0]
    number = (number ^ (number >> 30)) &* 0xbf58_476d_1ce4_e5b9  // SplitMix64
    number = (number ^ (number >> 27)) &* 0x94d0_49bb_1331_11eb
    let isLost = (number >> 32) % 100 < failures
    let delay = latency.lowerBound + Int((number ^ number >> 31) % UInt64(latency.count))
    scheduler.schedule(after: .milliseconds(delay)) {
      MainActor.assumeIsolated { answer(isLost ? ConnectionLost() : nil) }
    }
  }

  /// The first ten pages of each of the sample data's lists, asked for once.
  static let sample = Task { @MainActor in
    let service = SampleService(seed: 7)
    let loads = MovieSection.allCases.map { section in
      (1...10).map { page in
        Task {
          let first = try? await service.movies(in: section, page: page)  // a second try never fails
          return if let first { first.items } else { try await service.movies(in: section, page: page).items }
        }
      }
    }
    var lists: [[Film]] = loads.map { _ in [] }
    for (section, pages) in loads.enumerated() {
      for page in pages {
        lists[section] += try await page.value.map {
          Film(id: $0.id, title: $0.title, year: ($0.releaseDate ?? "").prefix(4), rating: $0.voteAverage ?? 0)
        }
      }
    }
    return lists
  }
}
