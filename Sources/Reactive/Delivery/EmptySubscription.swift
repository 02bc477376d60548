/// The subscription of a subscriber that came after the end.
@usableFromInline
struct EmptySubscription: Subscription, CustomStringConvertible {
  @usableFromInline func request(_ demand: Subscribers.Demand) {}
  @usableFromInline func cancel() {}
  @usableFromInline init() {}
  @usableFromInline var description: String { "Empty" }
}
