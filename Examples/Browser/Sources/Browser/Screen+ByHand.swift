import Reactive
import ViewModels

extension Screen {
  /// A mistake that apps make: the model changes as an answer comes, and the view is told on its next turn.
  func followByHand(_ page: PageView) -> AnyCancellable {
    page.reloadAndCount()
    return viewModel.updates.receive(on: NextFrame(scheduler: scheduler)).sink { [weak page] update in
      MainActor.assumeIsolated { _ = page?.tell(update, animated: true) }
    }
  }
}

/// The next turn of a main queue that has something to draw: two frames later.
struct NextFrame: Scheduler {
  static let delay = Duration.milliseconds(33)
  let scheduler: any Scheduler

  func schedule(_ action: @escaping @Sendable () -> Void) { scheduler.schedule(after: Self.delay, action) }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
    scheduler.schedule(after: delay + Self.delay, action)
  }
}
