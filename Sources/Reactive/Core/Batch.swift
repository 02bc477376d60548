/// Values that gather until somebody takes them all.
///
/// An array would do, were it not for generic code that is not specialised, as most of an operator's is: there
/// appending to one asks the runtime for the array's kind each time, ten times as slow.
struct Batch<Element>: ~Copyable {
  private(set) var count = 0
  private var capacity = 0
  private var elements = UnsafeMutablePointer<Element>.allocate(capacity: 0)

  init() {}

  deinit {
    elements.deinitialize(count: count)
    elements.deallocate()
  }

  subscript(index: Int) -> Element {
    @inline(__always) get { elements[index] }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (elements + count).initialize(to: element)
    count += 1
  }

  /// Keeps the memory.
  mutating func removeAll() {
    elements.deinitialize(count: count)
    count = 0
  }

  @inline(never)
  private mutating func grow() {
    capacity = max(8, capacity * 2)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.moveInitialize(from: elements, count: count)
    elements.deallocate()
    elements = larger
  }
}
