/// What the command shows.
enum Screen: String, CaseIterable {
  case movies, search, categories, series, photos, store, inbox, chat, race, serve

  /// The screens with a list: all but a comparison and a service.
  static let lists = allCases.filter { $0 != .race && $0 != .serve }

  /// The screens that print events: all but a service.
  static let printed = allCases.filter { $0 != .serve }

  /// The screens that can be asked of a live service.
  static let live = lists.filter { $0 != .inbox && $0 != .chat }

  /// One sentence for users, without a capital letter and a full stop.
  var about: String {
    switch self {
    case .movies: "four movie lists load side by side, page by page"
    case .search: "movies as one types: it waits for a pause, and the newest query wins"
    case .categories: "three lists of dishes load, each shown as soon as it is there"
    case .series: "a series loads, and then its seasons, at most four at a time"
    case .photos: "photos load page by page, and are sorted, deleted, moved and changed meanwhile"
    case .store:
      "the dishes again, one's page, and orders one after another, with toasts, while the connection comes and goes"
    case .inbox:
      "a mailbox in which messages are deleted, marked and restored while it loads, over a service that is slow and fails"
    case .chat:
      "a conversation, opened at its first unread message and read in both directions while messages are written and come"
    case .race: "the movies four times: by hand, with three mistakes that apps made, and through the gate"
    case .serve: "the sample data as a service on this machine, for --base-url, until it is interrupted"
    }
  }
}
