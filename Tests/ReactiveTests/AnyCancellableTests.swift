import ListViewModelsTestSupport
import Reactive
import Testing

@Suite("AnyCancellable")
struct AnyCancellableTests {
  @Test("cancel runs the closure once and lets go of it; deinit cancels")
  func once() {
    let (count, gone) = (Box(0), Box(0))
    do {
      let cancellable: AnyCancellable
      do {
        let canary = Canary { gone.increment() }
        cancellable = AnyCancellable {
          withExtendedLifetime(canary) {}
          count.increment()
        }
      }
      cancellable.cancel()
      #expect(gone.value == 1)
      cancellable.cancel()
    }
    #expect(count.value == 1)
    do { _ = AnyCancellable { count.increment() } }
    #expect(count.value == 2)
  }

  @Test("one around another cancels it; each once")
  func nested() {
    let log = SubscriptionLog()
    let inner = AnyCancellable(log)
    let outer = AnyCancellable(inner)
    outer.cancel()
    inner.cancel()
    #expect(log.events == [.cancelled])
  }

  @Test("stores into a set, by identity, and into any collection")
  func store() {
    let count = Box(0)
    var set: Set<AnyCancellable> = []
    var array: ContiguousArray<AnyCancellable> = []
    let cancellable = AnyCancellable { count.increment() }
    cancellable.store(in: &set)
    cancellable.store(in: &set)
    cancellable.store(in: &array)
    SubscriptionLog().store(in: &set)
    SubscriptionLog().store(in: &array)
    #expect(set.count == 2)
    #expect(array.count == 2)
    #expect(array.first == cancellable)
    #expect(count.value == 0)
  }

  @Test("a cancel that cancels again from its closure, or releases itself, does no harm")
  func recursive() {
    let (holder, count) = (Box<AnyCancellable?>(nil), Box(0))
    holder.value = AnyCancellable {
      count.increment()
      holder.value?.cancel()
    }
    holder.value?.cancel()
    #expect(count.value == 1)
    holder.value = AnyCancellable {
      count.increment()
      holder.value = nil
    }
    holder.value?.cancel()
    #expect(count.value == 2 && holder.value == nil)
  }
}
