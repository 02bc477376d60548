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
  let edits: Edits<ViewModel>
  /// Called when the screen is let go of.
  var leaves: () -> Void = {}
  var pauses: [SerialGate.Hold] = []
  /// What was asked for, and has to have ended at rest; says what has not.
  var wishes: [() -> String?] = []
  var binding: AnyCancellable?
  var loop: Task<Void, Never>?
  var observers: Set<AnyCancellable> = []

  init(
    _ viewModel: ViewModel, parts: [AnyObject] = [], _ edits: Edits<ViewModel>,
    act: @escaping (inout SeededGenerator) -> Void
  ) {
    (self.viewModel, self.parts, self.edits, self.act) = (viewModel, parts, edits, act)
  }

  func letGo() {
    binding = nil
    loop?.cancel()
    loop = nil
    observers = []
    pauses = []
    leaves()
  }
}
