import ListEngine
import ListTesting
import Mail
import Reactive

/// `swift run Inbox FILE` uses two mailboxes that are kept in FILE; `swift run Inbox FILE --offline` starts again without a
/// network. What the list view shows is printed after each step; the view counts as UIKit's do.
@main
@MainActor
struct Inbox {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let file = arguments.first else { return print("usage: Inbox FILE [--offline]") }
    let service = MailService(isThere: !arguments.contains("--offline"))
    let store = try MailStore(path: file)
    let mail = MailViewModel(service: service, store: store, undoTime: .milliseconds(50))
    let view = StrictListView(dataSource: mail) { text(mail.row(at: $0)) }
    mail.showStateRows([.loading, .failed])
    let binding = mail.bind(to: view)
    func show(_ what: String) {
      print("\(what): \(mail.sections.map(mail.title).joined(separator: "; "))")
      for cell in view.cells[0].prefix(3) + view.cells[0].suffix(1) { print("  \(cell)") }
    }
    mail.begin()
    show("at once")
    await mail.settled()
    show("after the service")
    guard !arguments.contains("--offline") else { return binding.cancel() }

    mail.loadNextPage(in: .inbox)
    let first = mail.items(in: .inbox)[0].id
    let undone = mail.delete(first, in: .inbox)
    show("deleted while a page is on its way")
    undone.cancel()
    await mail.settled()
    show("undone")
    let second = mail.items(in: .inbox)[1].id
    while case .failure(let error)? = await mail.markRead(second)?.result { print("  \(error), so once more") }
    mail.showsUnreadAlone = true
    show("unread alone")
    mail.isByOldest = true
    show("oldest first")
    (mail.showsUnreadAlone, mail.isByOldest) = (false, false)

    let pushed = service.push()
    try store.receive(pushed)  // the list follows the database
    while mail.item(pushed.id, in: .inbox) == nil { await Task.yield() }
    show("pushed")
    let search = SearchViewModel(service, following: mail, after: .zero)
    search.type("lunch")
    while search.items(in: .inbox).isEmpty { await Task.yield() }
    let hit = search.items(in: .inbox)[0].id
    while case .failure(let error)? = await mail.toggleFavourite(hit)?.result { print("  \(error), so once more") }
    await search.settled()
    print("found: \(search.title)")
    await mail.settled()
    binding.cancel()
    if let problem = mail.problem { print("the database: \(problem)") }
    print("effects: \(service.effects.filter { $0.value > 1 }.count) done twice")
  }

  private static func text(_ row: Row<Message>) -> String {
    switch row {
    case .item(let message): "\(message.isRead ? " " : "•") \(message.subject)\(message.isFavourite ? " ♥" : "")"
    case .loading: "loading"
    case .failed(_, let error): "\(error). Try again"
    case .placeholder, .empty, .finished: ""
    }
  }
}

extension SearchViewModel {
  fileprivate var title: String {
    items(in: .inbox).prefix(3).map { "\($0.subject)\($0.isFavourite ? " ♥" : "")" }.joined(separator: ", ")
  }
}
