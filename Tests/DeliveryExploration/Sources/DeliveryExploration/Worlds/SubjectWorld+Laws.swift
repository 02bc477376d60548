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
    for join in taken where join.step == .join {
      if let joined = join.subscriber { judge(joined, join, all, sends, completions) }
    }
  }

  private func judgeEnd(of record: Record, isEnded: Bool) {
    if record.completions != (isEnded ? 1 : 0) { record.object("\(record.completions) completions") }
    if record.isReleased != isEnded { record.object(isEnded ? "is never released" : "is released too early") }
  }

  private func judgeFirst(_ all: [Int], _ sends: [Taken], _ completions: [Taken]) {
    let cancels = taken.filter { $0.step == .cancel }
    if cancels.isEmpty {
      judgeEnd(of: first, isEnded: !completions.isEmpty)
    } else {
      if !first.isReleased { first.object("is cancelled and never released") }
      for send in sends where first.values.contains(send.number) && cancels.contains(where: { $0.ended < send.began }) {
        first.object("value \(send.number) after it was cancelled")
      }
    }
    if let asked = first.asked {
      judge(first, asked, all, sends, completions, isCancelled: !cancels.isEmpty)
    } else {
      let expected = cancels.isEmpty ? all : Array(all.prefix(first.values.count))
      if first.values != expected { first.object("heard \(first.values) of \(all)") }
    }
  }

  /// Judges a subscriber that has asked for so many values, by what the reference heard.
  /// - Parameter sends: those that began when it was there.
  private func judge(
    _ record: Record, _ asked: Int, _ all: [Int], _ sends: [Taken], _ completions: [Taken], isCancelled: Bool = false
  ) {
    let values = record.values
    if values.count > asked { record.object("heard \(values), asked for \(asked)") }
    if !isSubsequence(values, of: all) { record.object("heard \(values) of \(all)") }
    if isCancelled { return }
    let lost = sends.filter { all.contains($0.number) && !values.contains($0.number) }
    switch kind {
    case .mainActor:
      let hearable = all.drop { $0 != values.first }.prefix(asked)
      if values != Array(hearable) || values.count < asked && !lost.isEmpty {
        record.object("heard \(values), asked for \(asked) of \(all)")
      }
    case .currentValue:
      if completions.isEmpty, values.count < asked, values.last != all.last {
        record.object("heard \(values), and nothing of the last one of \(all), asked for \(asked)")
      }
    case .passthrough:
      for send in lost {
        let requests = taken.count { $0.step == .request && $0.subscriber === record && $0.ended < send.began }
        let asked = (record.demand.max ?? 0) + requests
        if asked >= lastNumber { record.object("value \(send.number) was lost, with demand for \(asked): \(values)") }
      }
    }
  }

  /// Judges a subscriber that joined: it hears what is sent from then on, without a gap.
  private func judge(_ joined: Record, _ join: Taken, _ all: [Int], _ sends: [Taken], _ completions: [Taken]) {
    judgeEnd(of: joined, isEnded: !completions.isEmpty)
    if let asked = joined.asked {
      return judge(joined, asked, all, sends.filter { join.ended < $0.began }, completions)
    }
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
