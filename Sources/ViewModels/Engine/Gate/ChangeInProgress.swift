/// The change that a gate is busy with, from its turn to its completion.
@MainActor
final class ChangeInProgress {
  enum Phase {
    /// Its turn has come; no driver has been told.
    case new
    /// Drivers are being told; it is made when the last of them has opened its update.
    case waiting
    /// The model is being changed.
    case making
    /// The model has changed; the views' update blocks are returning.
    case made
    /// Observers are being told.
    case delivering
    /// Everybody knows; animations and holds keep it open.
    case open
  }

  var phase = Phase.new
  var update: ListUpdate?
  var holds = 0
  let make: SerialGate.Change
  let delivered: (@MainActor () -> Void)?
  private var chain: [WeakDriver]
  private var told = 0

  init(make: @escaping SerialGate.Change, delivered: (@MainActor () -> Void)?, chain: [WeakDriver]) {
    self.make = make
    self.delivered = delivered
    self.chain = chain
  }

  var isUnmade: Bool { phase == .new || phase == .waiting }

  /// The next driver to be told, outermost first.
  func nextDriver() -> (any GateDriver)? {
    while told < chain.count {
      let driver = chain[told].driver
      told += 1
      if let driver, driver.isActive { return driver }
    }
    return nil
  }

  /// A view that is bound while the change waits makes it, too.
  func join(_ entry: WeakDriver) {
    if isUnmade { chain.append(entry) }
  }
}
