import ListViewModelsTestSupport

@testable import ListEngine

extension GateWorld {
  func breaks(_ law: String) { broken = broken ?? law }

  func opens(_ view: Int) {
    let driven = drivers.indices.filter { drivers[$0].view == view && drives[$0]?.isActive == true }
      .filter { drives[$0]?.isSuperseded == false }
    if driven.isEmpty { return breaks("view \(view) is updated without a driver") }
    guard let opener = driven.first(where: { gate(of: $0) === gate.queue.current?.gate }) else {
      return breaks("view \(view) is updated by a list that it does not show")
    }
    openers[view] = drives[opener]
  }

  func judgeMaking(_ number: Int) {
    if made != Array(order.prefix(made.count)) { breaks("made in the order \(made)") }
    if !holds.isEmpty { breaks("change \(number) is made while a hold lives") }
    if pause != nil, made.count > mostWhilePaused { breaks("change \(number) is made while the gate is paused") }
    for view in views.indices
    where views[view].strict.runningAnimations > 0 && openers[view].map({ $0.isActive && !$0.isForgotten }) == true {
      breaks("change \(number) is made during an animation of view \(view)")
    }
  }

  func hears() {
    guard heard.count < made.count else { return breaks("a change is told that was not made") }
    let number = made[heard.count]
    heard.append(number)
    if made.count != heard.count || model.counts[0] + otherModel.counts[0] != made.count + early {
      breaks("change \(number) is told in another turn")
    }
    if views.contains(where: \.isInUpdate) { breaks("change \(number) is told inside an update") }
    let (reaction, moment) = reactions[number]
    if moment == .inObserver { react(reaction) }
  }

  var violation: String? {
    if let broken { return broken }
    for (index, view) in views.enumerated() {
      if let violation = view.violations.first { return "view \(index) would throw: \(violation)" }
      if view.mostOpen > 1 { return "view \(index) has two batches open" }
    }
    guard stepsOfTurn.isEmpty else { return nil }
    if !gate.isIdle, !isKept { return "nothing keeps the gate, and it does not go on" }
    if gate.isIdle, made.count < reactions.count { return "the gate is idle, and a change waits" }
    if gate.isIdle, !isShown { return "a driven view does not show the model" }
    return nil
  }

  /// Whether something that a front end has to end keeps the current change open.
  var isKept: Bool { pause != nil || !holds.isEmpty || views.contains { $0.strict.runningAnimations > 0 } }

  /// Whether each view that is driven has been brought up to date.
  var isShown: Bool {
    drivers.indices.allSatisfy { index in
      drives[index].map { $0.isSuperseded || views[drivers[index].view].counts == shown(by: index).counts } ?? true
    }
  }

  func gate(of driver: Int) -> SerialGate { drivers[driver].isElsewhere ? otherGate : gate }
  func shown(by driver: Int) -> CountModel { drivers[driver].isElsewhere ? otherModel : model }
}
