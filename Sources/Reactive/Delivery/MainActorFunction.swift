/// A function of the main actor, called by a publisher that delivers there.
///
/// A ``MainActorPublisher`` promises to deliver on the main actor but its `receive` is not isolated, so the compiler
/// cannot see it. `MainActor.assumeIsolated` would ask the runtime each time (35 to 60 ns a value); the promise is
/// checked in debug builds instead.
///
/// The cast is sound: `@MainActor` is not part of how a synchronous function is called, it only tells the compiler
/// from where. Both structs hold one function of the same parameters and result in the same generic context, so that
/// nothing is reabstracted and their layouts are the same.
@usableFromInline
struct MainActorFunction<Input, Result> {
  @usableFromInline let function: @MainActor (Input) -> Result

  private struct Unisolated {
    let function: @Sendable (Input) -> Result
  }

  @usableFromInline init(_ function: @escaping @MainActor (Input) -> Result) { self.function = function }

  /// The same function. Call it on the main actor only.
  @usableFromInline var unisolated: @Sendable (Input) -> Result {
    let function = unsafeBitCast(self, to: Unisolated.self).function
    #if DEBUG
      return { input in
        MainActor.assertIsolated("a MainActorPublisher delivered off the main actor")
        return function(input)
      }
    #else
      return function
    #endif
  }

  /// The same, for operators, which are copied and go anywhere: what the function holds goes on the main actor. It costs
  /// a call more a value, 1.5 ns.
  var releasedOnMain: @Sendable (Input) -> Result {
    let box = MainActorBox(contents: unisolated)
    return { box.contents($0) }
  }
}
