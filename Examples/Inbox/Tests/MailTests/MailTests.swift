import Foundation
import GRDB
import ListEngine
import ListTesting
import Mail
import Reactive
import Testing

@MainActor
@Suite("Mail")
struct MailTests {
  let service = MailService(delay: .zero)

  private func mail(_ store: MailStore, _ service: MailService) -> (MailViewModel, StrictListView, AnyCancellable) {
    let mail = MailViewModel(service: service, store: store, undoTime: .zero)
    let view = StrictListView(dataSource: mail) { mail.item(at: $0)?.subject ?? "" }
    view.onViolation = { Issue.record("\($0)") }
    let binding = mail.bind(to: view)
    mail.begin()
    return (mail, view, binding)
  }

  @Test("what was saved is shown before the service has answered, and without one")
  func restart() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let (first, _, binding) = mail(try MailStore(path: file), service)
    await first.settled()
    first.loadNextPage(in: .inbox)
    await first.settled()
    let saved = first.saved(.inbox)
    #expect(saved.items.count == 20 && saved.totalItems == 40)
    binding.cancel()

    let (again, view, other) = mail(try MailStore(path: file), MailService(delay: .zero, isThere: false))
    #expect(again.saved(.inbox) == saved && view.cells[0].count == 20)
    await again.settled()
    #expect(again.saved(.inbox) == saved && again.state(of: .inbox).refresh.error != nil)
    #expect(again.title(of: .inbox) == "inbox, 20 of 40" && again.problem == nil && view.discrepancies == [])
    other.cancel()
  }

  @Test("a push that comes through the database while a deletion is being sent brings nothing back")
  func pushed() async throws {
    let store = try MailStore()
    let (mail, view, binding) = mail(store, service)
    await mail.settled()
    let first = mail.items(in: .inbox)[0].id
    let deletion = mail.pages.pendingEdit { $0.remove([first], from: .inbox) }
    let message = service.push()
    try store.receive(message)
    while mail.item(message.id, in: .inbox) == nil { await mail.nextChange() }
    #expect(mail.items(in: .inbox)[0] == message && mail.item(first, in: .inbox) == nil)
    deletion.takeBack()
    #expect(mail.item(first, in: .inbox) != nil)
    await #expect(throws: MailService.Refused.self) { try await mail.delete(first, in: .inbox).value }
    #expect(mail.item(first, in: .inbox) != nil)
    try await mail.delete(first, in: .inbox).value
    await mail.settled()
    #expect(mail.item(first, in: .inbox) == nil && service.effects == ["delete \(first)": 1])
    #expect(try store.saved(.inbox)?.items.contains { $0.id == first } == false)
    #expect(view.discrepancies == [])
    binding.cancel()
  }

  @Test("what is read leaves the unread, and is there again when the service refuses")
  func unread() async throws {
    let (mail, view, binding) = mail(try MailStore(), service)
    await mail.settled()
    mail.showsUnreadAlone = true
    let first = mail.items(in: .inbox)[0].id
    let reading = mail.markRead(first)
    #expect(mail.item(first, in: .inbox) == nil)
    await #expect(throws: MailService.Refused.self) { try await reading?.value }
    #expect(mail.item(first, in: .inbox) != nil)
    try await mail.markRead(first)?.value
    mail.showsUnreadAlone = false
    mail.isByOldest = true
    #expect(mail.items(in: .inbox).last?.id == first && mail.item(first, in: .inbox)?.isRead == true)
    #expect(view.discrepancies == [])
    binding.cancel()
  }

  @Test("a search waits for a pause in typing, and shows what is done to its messages elsewhere")
  func search() async throws {
    let (mail, _, binding) = mail(try MailStore(), service)
    await mail.settled()
    let time = VirtualTimeScheduler()
    let search = SearchViewModel(service, following: mail, on: time)
    for text in ["l", "lu", "lunch"] { search.type(text) }
    time.advance(by: .milliseconds(299))
    #expect(search.loadsInFlight == 0)
    time.advance(by: .milliseconds(1))
    while search.items(in: .inbox).isEmpty { await search.nextChange() }
    let hit = search.items(in: .inbox)[0]
    #expect(hit.subject == "Lunch 1" && search.saved(.inbox).source == "lunch")
    let liking = mail.toggleFavourite(hit.id)
    #expect(search.item(hit.id, in: .inbox)?.isFavourite == true)
    await #expect(throws: MailService.Refused.self) { try await liking?.value }
    await search.settled()
    #expect(search.item(hit.id, in: .inbox)?.isFavourite == false)
    binding.cancel()
  }

  @Test("a search hit that no mailbox has loaded can be favoured, and what is deleted leaves the hits")
  func hits() async throws {
    let mail = MailViewModel(service: service, store: try MailStore(), undoTime: .zero)
    mail.begin()
    await mail.settled()
    let search = SearchViewModel(service, following: mail, after: .zero)
    search.type("trip")
    while search.items(in: .inbox).isEmpty { await search.nextChange() }
    let shown = Set(mail.items(in: .inbox).map(\.id))
    let far = try #require(search.items(in: .inbox).first { !shown.contains($0.id) })
    #expect(mail.toggleFavourite(far.id) != nil)
    #expect(search.item(far.id, in: .inbox)?.isFavourite == true)
    let near = try #require(search.items(in: .inbox).first { shown.contains($0.id) })
    let deletion = mail.delete(near.id, in: .inbox)
    #expect(search.item(near.id, in: .inbox) == nil)
    await #expect(throws: MailService.Refused.self) { try await deletion.value }
    #expect(search.item(near.id, in: .inbox) != nil)
  }

  @Test("what was left for two mailboxes at once is in the database at each moment, as left or as saved")
  func leftForTwo() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try MailStore(path: path)
    let mail = MailViewModel(service: MailService(delay: .zero, isThere: false), store: store)
    mail.begin()
    await mail.settled()
    let database = try DatabaseQueue(path: path)
    // After each transaction that takes something out, as a process would find it that begins then.
    var counts: [Int?] = []
    let watch = mail.savedChanges.sink { _ in
      counts.append(
        try? database.read { database in
          try Int.fetchOne(database, sql: "SELECT (SELECT count(*) FROM incoming) + (SELECT count(*) FROM message)")
        })
    }
    let elsewhere = try MailStore(path: path)  // a connection of its own, of which the list hears with the next commit
    for (id, mailbox) in [(900, Mailbox.inbox), (901, .archive)] {
      try elsewhere.receive(Message(id: id, mailbox: mailbox, subject: "Left", date: 20_000 + id))
    }
    try store.receive(Message(id: 902, mailbox: .inbox, subject: "Left", date: 20_902))
    while mail.item(902, in: .inbox) == nil { await mail.nextChange() }
    #expect(mail.item(901, in: .archive) != nil && counts == [3, 3])
    watch.cancel()
  }

  @Test("the changes of one message go out one after another: the service has what is shown, whichever it refuses")
  func inOrder() async throws {
    let mail = MailViewModel(service: service, store: try MailStore(), undoTime: .zero)
    mail.begin()
    await mail.settled()
    for id in mail.items(in: .inbox).map(\.id) {
      _ = await mail.toggleFavourite(id)?.result  // refused
      for _ in 1...3 {
        let reading = mail.markRead(id)
        let liking = mail.toggleFavourite(id)
        _ = await (reading?.result, liking?.result)
        await mail.settled()
        #expect(service.messages.first { $0.id == id } == mail.item(id, in: .inbox))
      }
    }
  }

  @Test("a deletion that is undone in time is never sent")
  func undone() async throws {
    let clock = StandingClock()
    let mail = MailViewModel(service: service, store: try MailStore(), clock: clock)
    mail.begin()
    await mail.settled()
    let items = Array(mail.items(in: .inbox))
    let deletion = mail.delete(items[3].id, in: .inbox)
    #expect(mail.item(items[3].id, in: .inbox) == nil)
    await clock.slept()
    deletion.cancel()
    await mail.settled()
    #expect(Array(mail.items(in: .inbox)) == items && service.tries == 0)
  }

  @Test("what another process has left is heard of when the app looks again")
  func lookAgain() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try MailStore(path: path)
    let mail = MailViewModel(service: service, store: store, undoTime: .zero)
    mail.begin()
    await mail.settled()
    let message = Message(id: 900, mailbox: .inbox, subject: "From an extension", date: 20_000)
    try MailStore(path: path).receive(message)
    try store.lookAgain()
    while mail.item(900, in: .inbox) == nil { await mail.nextChange() }
    #expect(mail.items(in: .inbox)[0] == message)
  }
}

extension PagedListViewModel {
  /// Returns after the next change.
  func nextChange() async { for await _ in updates.values { return } }
}

/// A clock whose time stands still.
struct StandingClock: Clock {
  private let sleeps = AsyncStream<Void>.makeStream()
  var now: ContinuousClock.Instant { .now }
  var minimumResolution: Duration { .zero }

  /// Ends when it is cancelled.
  func sleep(until _: ContinuousClock.Instant, tolerance _: Duration?) async throws {
    sleeps.continuation.yield()
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    try await withTaskCancellationHandler {
      for await _ in stream {}
      try Task.checkCancellation()
    } onCancel: {
      continuation.finish()
    }
  }

  /// Returns when somebody sleeps.
  func slept() async { for await _ in sleeps.stream { return } }
}
