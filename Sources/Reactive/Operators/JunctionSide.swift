/// What subscribes to one source of a junction and passes on what comes from it.
struct JunctionSide<Input: Sendable, Logic: JunctionLogic, Downstream: Subscriber>: Subscriber, CustomStringConvertible
where Downstream.Input == Logic.Output, Downstream.Failure == Logic.Failure {
  let junction: Junction<Logic, Downstream>
  let subscription: @Sendable (inout Logic, any Subscription) -> Logic.Step
  /// Leaves in the value's place what is to be let go of, outside the lock.
  let value: @Sendable (inout Logic, inout Input?) -> Logic.Step
  let completion: @Sendable (inout Logic, Subscribers.Completion<Logic.Failure>) -> Logic.Step

  func receive(subscription: any Subscription) {
    if junction.update({ self.subscription(&$0, subscription) }) == nil { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    var input = Optional(input)
    return junction.update { value(&$0, &input) } ?? .none
  }

  func receive(completion: Subscribers.Completion<Logic.Failure>) {
    junction.update { self.completion(&$0, completion) }
  }

  var description: String { junction.description }
}
