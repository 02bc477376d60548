/// Prints events with the time at which they happen.
@MainActor
struct EventLog {
  let time: any DemoTime
  let printer: any EventPrinter
  let output: (String) -> Void

  func print(_ kind: RunEvent.Kind, section: String = "", index: Int = 0, total: Int = 0) {
    let event = RunEvent(kind: kind, section: section, sectionIndex: index, total: total, time: time.milliseconds)
    output(printer.line(for: event))
  }
}
