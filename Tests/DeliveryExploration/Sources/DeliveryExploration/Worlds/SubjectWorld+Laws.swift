/// What each subscriber must have heard, told from when each step began and ended.
extension SubjectWorld {
  func check() {
    let sends = taken.filter { $0.step == .send }
    let completions = taken.filter { $0.step == .complete }
    let all = reference.values
    if kind == .currentValue, all.first != 0 { reference.object("the current value did not come first") }
    let order = kind == .currentValue ? Array(all.dropFirst()) : all
    if Set(order).count != order.count { reference.object("a value twice: \(order)") }
    for send in sends {
      let place = order.firstIndex(of: send.number)
      if place == nil, completions.allSatisfy({ send.ended < $0.began }) {
        reference.object("value \(send.number) was lost: \(order)")
      }
      if place != nil, completions.contains(where: { $0.ended < send.began }) {
        reference.object("value \(send.number) after the end")
      }
      for later in sends where send.ended < later.began {
        if let place, let other = order.firstIndex(of: later.number), other < place { reference.object("\(order)") }
      }
    }
    judgeEnd(of: reference, isEnded: !completions.isEmpty)
    judgeFirst(all, sends, completions)
    for join in taken { if let joined = join.joined { judge(joined, join, all, sends, completions) } }
  }

  private func judgeEnd(of record: Record, isEnded: Bool) {
    if record.completions != (isEnded ? 1 : 0) { record.object("\(record.completions) completions") }
    if record.isReleased != isEnded { record.object(isEnded ? "is never released" : "is released too early") }
  }

  private func judgeFirst(_ all: [Int], _ sends: [Taken], _ completions: [Taken]) {
    let cancels = taken.filter { $0.step == .cancel }
    let requests = taken.filter { $0.step == .request }
    if cancels.isEmpty {
      judgeEnd(of: first, isEnded: !completions.isEmpty)
    } else {
      if !first.isReleased { first.object("is cancelled and never released") }
      for send in sends where first.values.contains(send.number) && cancels.contains(where: { $0.ended < send.began }) {
        first.object("value \(send.number) after it was cancelled")
      }
    }
    guard let limit = first.demand.max.map({ $0 + requests.count }) else {
      let expected = cancels.isEmpty ? all : Array(all.prefix(first.values.count))
      if first.values != expected { first.object("heard \(first.values) of \(all)") }
      return
    }
    if first.values.count > limit { first.object("heard \(first.values), asked for \(limit)") }
    if !isSubsequence(first.values, of: all) { first.object("heard \(first.values) of \(all)") }
    guard cancels.isEmpty else { return }
    switch kind {
    case .mainActor:
      if first.values != Array(all.prefix(limit)) {
        first.object("heard \(first.values), asked for \(limit) of \(all)")
      }
    case .currentValue:
      if completions.isEmpty, first.values.count < limit, first.values.last != all.last {
        first.object("heard \(first.values), and nothing of the last one of \(all), asked for \(limit)")
      }
    case .passthrough:
      for send in sends where all.contains(send.number) && !first.values.contains(send.number) {
        let asked = (first.demand.max ?? 0) + requests.count { $0.ended < send.began }
        if asked >= sends.count { first.object("value \(send.number) was lost, with demand for \(asked)") }
      }
    }
  }

  /// Judges a subscriber that joined: it hears what is sent from then on, without a gap.
  private func judge(_ joined: Record, _ join: Taken, _ all: [Int], _ sends: [Taken], _ completions: [Taken]) {
    judgeEnd(of: joined, isEnded: !completions.isEmpty)
    if joined.values != Array(all.suffix(joined.values.count)) { joined.object("heard \(joined.values) of \(all)") }
    for send in sends where join.ended < send.began && all.contains(send.number) {
      if !joined.values.contains(send.number) { joined.object("value \(send.number) was lost: \(joined.values)") }
    }
    if joined.values.isEmpty, kind == .currentValue, completions.allSatisfy({ join.ended < $0.began }) {
      joined.object("the current value did not come")
    }
  }

  private func isSubsequence(_ values: [Int], of all: [Int]) -> Bool {
    var rest = all[...]
    for value in values {
      guard let index = rest.firstIndex(of: value) else { return false }
      rest = rest[(index + 1)...]
    }
    return true
  }
}
