import ViewModels

/// A strict list view whose animations end by themselves, after their time.
@MainActor
final class AnimatedList: ListView {
  /// The cell of a placeholder.
  nonisolated static let placeholder = String(repeating: "\u{2591}", count: 10)

  let strict: StrictListView
  /// Called when the list has changed, and when an animation is over.
  var onChange: () -> Void = {}
  private let time: any DemoTime
  /// How long an animation takes, in milliseconds.
  private let animation = 250

  init<ViewModel: PagedListViewModel>(_ viewModel: ViewModel, _ look: Look<ViewModel>, in time: any DemoTime) {
    self.time = time
    strict = StrictListView(dataSource: viewModel) { viewModel.item(at: $0).map(look.cell) ?? Self.placeholder }
    strict.animations = .manual
  }

  func reloadAndCount() {
    strict.reloadAndCount()
    onChange()
  }

  func performUpdate(
    animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
  ) {
    let running = strict.runningAnimations
    strict.performUpdate(animated: animated, commit, completion: completion)
    let begun = strict.runningAnimations - running
    guard begun > 0 else { return }
    time.after(animation) { [weak self] in
      self?.onChange()
      // An update may open two batches; what begins when they have ended has its own time.
      for _ in 0..<begun { self?.strict.finishNextAnimation() }
    }
  }
}
