import ListViewModelsTestSupport
import ViewModels

/// A service that takes every order, and keeps its text.
struct Till: OrderService {
  let texts = Log<String>()
  private let heard: @Sendable (String) -> Void

  /// - Parameter heard: called with each order before it is taken.
  init(_ heard: @escaping @Sendable (String) -> Void = { _ in }) { self.heard = heard }

  func order(_ text: String) async -> OrderAnswer {
    heard(text)
    texts.add(text)
    return .accepted
  }
}
