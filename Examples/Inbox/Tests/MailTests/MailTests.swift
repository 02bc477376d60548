import Foundation
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
    let mail = MailViewModel(service: service, store: store)
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
}

extension PagedListViewModel {
  /// Returns after the next change.
  func nextChange() async { for await _ in updates.values { return } }
}
