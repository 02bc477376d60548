import Dispatch

/// Runs tasks one after another, and tells when all that can run have run.
///
/// ```swift
/// let executor = QueueExecutor()
/// let task = Task(executorPreference: executor) { await ask() }
/// await executor.drained()  // the task has got as far as it could without others
/// ```
package final class QueueExecutor: TaskExecutor {
  package init() {}

  private let queue = DispatchQueue(label: "QueueExecutor")

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Returns when the tasks that were ready by now have run to where they wait.
  package func drained() async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }
}
