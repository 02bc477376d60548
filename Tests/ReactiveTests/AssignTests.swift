import ListViewModelsTestSupport
import Reactive
import Testing

@MainActor
private final class Label {
  var text = ""
  var cancellables: Set<AnyCancellable> = []
  let onDeinit: @Sendable () -> Void
  init(onDeinit: @escaping @Sendable () -> Void = {}) { self.onDeinit = onDeinit }
  deinit { onDeinit() }
}

@Suite("assign(to:on:)")
struct AssignTests {
  @Test("writes each value, until it is cancelled")
  func writes() {
    let subject = PassthroughSubject<Int, Never>()
    let meter = Box(0)
    let assignment = subject.assign(to: \.value, on: meter)
    subject.send(1)
    subject.send(2)
    #expect(meter.value == 2)
    assignment.cancel()
    subject.send(3)
    #expect(meter.value == 2)
  }

  @Test("the object may keep the subscription: it is held weakly; what comes after it has gone is ignored")
  @MainActor
  func weakly() {
    let subject = CurrentValueSubject<String, Never>("a")
    let gone = Box(0)
    var kept: AnyCancellable?
    do {
      let label = Label { gone.increment() }
      subject.receive(on: .main).assign(to: \.text, on: label).store(in: &label.cancellables)
      kept = subject.receive(on: .main).assign(to: \.text, on: label)
      #expect(label.text == "a")
      subject.send("b")
      #expect(label.text == "b")
    }
    #expect(gone.value == 1)
    subject.send("c")
    kept?.cancel()
  }
}
