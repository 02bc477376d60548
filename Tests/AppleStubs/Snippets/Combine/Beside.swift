import Combine
import Dispatch
import Reactive
import ViewModels

import class Combine.AnyCancellable

/// A file of an app that has Combine, and keeps Combine's names for itself.
@MainActor
final class Beside {
  var title = ""
  private var notSendable: [Int] = []
  private var cancellables: Set<AnyCancellable> = []
  private let clicks = Combine.PassthroughSubject<Int, Never>()

  /// The app's own line, on the app's own queue, stays Combine's: its closure need not be Sendable.
  func schedule() {
    DispatchQueue.main.schedule { self.title = "later" }
    let action: () -> Void = { [self] in notSendable.append(1) }
    DispatchQueue.main.schedule(options: DispatchQueue.SchedulerOptions(qos: .utility), action)
    let _: (DispatchQueue.SchedulerOptions?, @escaping () -> Void) -> Void = DispatchQueue.main.schedule
    requires(DispatchQueue.main)
  }

  private func requires(_ scheduler: some Combine.Scheduler) {}

  /// A view model's publishers with Combine's operators, and its tokens in the app's own set.
  func follow(_ viewModel: MoviesViewModel, in listView: some ListView) {
    viewModel.bind(to: listView).store(in: &cancellables)
    viewModel.updates.combine
      .map { "\($0)" }
      .receive(on: DispatchQueue.main)
      .sink { [weak self] in self?.title = $0 }
      .store(in: &cancellables)
    viewModel.insertions.combine.map { $0.1.count }.assign(to: \.last, on: self).store(in: &cancellables)
    let erased: Combine.AnyPublisher<Int, Never> = viewModel.insertions.combine.map { $0.1.count }.eraseToAnyPublisher()
    erased.sink { [weak self] in self?.last = $0 }.store(in: &cancellables)
    clicks.receive(on: DispatchQueue.main).sink { [weak self] in self?.last = $0 }.store(in: &cancellables)
  }

  private var last = 0
}
