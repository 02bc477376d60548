import ListViewModelsTestSupport
import Testing

@testable import Reactive

/// `#expect` of a call on something that can't be copied, or that changes.
private func check(_ isTrue: Bool, _ words: Comment? = nil, at place: SourceLocation = #_sourceLocation) {
  #expect(isTrue, words, sourceLocation: place)
}

@Suite("AtomicDemand")
struct AtomicDemandTests {
  @Test("demand is not met before the introduction has ended")
  func introduction() {
    let demand = AtomicDemand()
    check(demand.isIntroducing && !demand.isUnlimited)
    check(!demand.add(.unlimited), "nothing waits")
    check(!demand.isUnlimited, "a value would have to be held")
    check(demand.tryIntroduce())
    check(demand.isUnlimited && !demand.isIntroducing)
  }

  @Test("an event held during the introduction keeps it from ending; it is settled once nothing waits")
  func holding() {
    let demand = AtomicDemand()
    check(demand.hold(lossless: false))
    check(!demand.tryIntroduce())
    check(!demand.add(.max(2)), "the thread that introduces sees to what waits")
    check(demand.takeOneHeld() && demand.isBehind)
    check(!demand.settle(isBehind: false))
    check(!demand.isBehind && !demand.isIntroducing)
    check(!demand.hold(lossless: false), "offered from here on")
    check(demand.takeOne(orFallBehind: false))
    check(!demand.takeOne(orFallBehind: false) && !demand.isBehind)
  }

  @Test("what is missed is made up for by the next request, once")
  func behind() {
    let demand = AtomicDemand()
    check(demand.hold(lossless: false))
    check(!demand.settle(isBehind: true), "no demand, nothing to do")
    check(demand.add(.max(1)))
    check(demand.takeOne(orFallBehind: false) && !demand.isBehind)
    check(!demand.takeOne(orFallBehind: true) && demand.isBehind)
    check(demand.add(.max(1)))
  }

  @Test("a request during the introduction is found when it is settled")
  func lateRequest() {
    let demand = AtomicDemand()
    check(demand.hold(lossless: false))
    check(!demand.takeOneHeld())
    check(!demand.add(.max(1)))
    check(demand.settle(isBehind: true))
  }

  @Test("lossless: held without demand and behind what waits, offered otherwise")
  func lossless() {
    let demand = AtomicDemand()
    check(demand.tryIntroduce())
    check(demand.hold(lossless: true), "no demand")
    check(demand.add(.max(2)))
    check(demand.hold(lossless: true), "another waits ahead")
    check(demand.takeOneHeld() && demand.takeOneHeld() && !demand.takeOneHeld())
    check(!demand.settle(isBehind: false))
    check(!demand.add(.max(1)))
    check(!demand.hold(lossless: true))
  }

  @Test("after cancel nothing changes, whether it was introducing neither")
  func cancelled() {
    for isIntroduced in [true, false] {
      let demand = AtomicDemand()
      check(!demand.add(.max(1)))
      if isIntroduced { check(demand.tryIntroduce() && demand.takeOne(orFallBehind: false)) }
      check(demand.hold(lossless: true) && demand.add(.max(1)) == isIntroduced)
      check(demand.cancel())
      check(!demand.cancel() && demand.isCancelled)
      check(!demand.add(.unlimited) && !demand.takeOne(orFallBehind: true) && !demand.hold(lossless: true))
      check(!demand.tryIntroduce() && !demand.settle(isBehind: true) && !demand.takeOneHeld())
      check(demand.isIntroducing == !isIntroduced)
    }
  }

  @Test("demand that can't be counted is unlimited, and isn't used up")
  func unlimited() {
    let demand = AtomicDemand()
    check(demand.tryIntroduce())
    _ = demand.add(.max(.max))
    check(demand.isUnlimited)
    check(demand.takeOne(orFallBehind: false) && demand.takeOneHeld() && demand.isUnlimited)
    _ = demand.add(.max(.max))
    check(demand.isUnlimited)
  }
}

@Suite("DrainLock")
struct DrainLockTests {
  @Test("one holder at a time; it leaves in one step if no other came")
  func alone() {
    let lock = DrainLock()
    check(lock.tryTake())
    check(!lock.tryTake())
    check(lock.tryLeave())
    check(lock.takeOrSummon())
  }

  @Test("a holder that was summoned can't leave before it has looked at what waits")
  func summoned() {
    let lock = DrainLock()
    check(lock.tryTake())
    check(!lock.takeOrSummon())
    check(!lock.takeOrSummon(), "twice is once")
    check(!lock.tryLeave())
    lock.leave(orKeep: true)
    check(!lock.tryTake(), "it delivers what waited")
    check(lock.tryLeave())
    check(lock.tryTake())
    lock.leave(orKeep: false)
    check(lock.tryTake())
  }
}

@Suite("DeliveryState")
struct DeliveryStateTests {
  private func opened() -> DeliveryState {
    var state = DeliveryState()
    let isFirst = state.begin(EmptySubscription())
    check(isFirst)
    return state
  }

  @Test("an event waits during the introduction, and behind a scheduled action; else it is delivered or scheduled")
  func admit() {
    var state = opened()
    check(!state.begin(EmptySubscription()))
    check(state.admit(isHere: true) == .none)
    guard case .deliver = state.goOn(hasMore: true, mustHop: false) else { return check(Bool(false)) }
    guard case .none = state.goOn(hasMore: false, mustHop: true) else { return check(Bool(false)) }
    check(state.admit(isHere: false) == .hop)
    check(state.admit(isHere: true) == .none, "one is ahead")
    check(state.beginScheduled() && !state.beginScheduled())
    guard case .none = state.goOn(hasMore: false, mustHop: false) else { return check(Bool(false)) }
    check(state.admit(isHere: true) == .deliver)
  }

  @Test("the end comes last, and takes upstream out with it")
  func completion() {
    var state = opened()
    state.phase = .completing
    guard case .deliver = state.goOn(hasMore: true, mustHop: false) else { return check(Bool(false)) }
    guard case .hop = state.goOn(hasMore: false, mustHop: true) else { return check(Bool(false)) }
    check(state.beginScheduled())
    guard case .complete(let upstream) = state.goOn(hasMore: false, mustHop: false) else {
      return check(Bool(false))
    }
    check(upstream != nil && state.upstream == nil && state.phase == .ended)
  }
}
