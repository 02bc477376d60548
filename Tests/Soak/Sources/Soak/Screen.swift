import Foundation
import Reactive
import ViewModels

/// A view model in use: what drives it, what follows it, and what this kind of screen can be asked besides.
@MainActor
final class Screen<ViewModel: PagedListViewModel> {
  let viewModel: ViewModel
  /// What goes with the screen.
  let parts: [AnyObject]
  let act: (inout SeededGenerator) -> Void
  var binding: AnyCancellable?
  var loop: Task<Void, Never>?
  var observers: Set<AnyCancellable> = []

  init(_ viewModel: ViewModel, parts: [AnyObject] = [], act: @escaping (inout SeededGenerator) -> Void) {
    (self.viewModel, self.parts, self.act) = (viewModel, parts, act)
  }

  func letGo() {
    binding = nil
    loop?.cancel()
    loop = nil
    observers = []
  }
}
