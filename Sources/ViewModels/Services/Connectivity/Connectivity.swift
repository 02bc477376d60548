/// What connects this device to others.
public enum Connectivity: Hashable, Sendable {
  /// A wireless network.
  case wifi
  /// A mobile network.
  case cellular
  /// A cable.
  case wired
  /// Nothing.
  case lost
  /// The system does not say.
  case unknown

  /// Whether there is certainly a connection.
  public var isConnected: Bool {
    switch self {
    case .wifi, .cellular, .wired: true
    case .lost, .unknown: false
    }
  }
}

/// What a banner shows of a connection: a colour by its role, and a text.
public struct ConnectivityBanner: Hashable, Sendable {
  /// The colours that the states have.
  public enum Color: String, Hashable, Sendable {
    /// Wi-Fi, or a cable.
    case blue
    /// A mobile network.
    case skyBlue
    /// No connection.
    case red
    /// Nobody knows.
    case yellow
  }

  /// The colour behind the text.
  public var color: Color
  /// A few words for people.
  public var text: String

  /// The banner of a state.
  public init(_ connectivity: Connectivity) {
    switch connectivity {
    case .wifi: (color, text) = (.blue, "Connected over Wi-Fi")
    case .wired: (color, text) = (.blue, "Connected by cable")
    case .cellular: (color, text) = (.skyBlue, "Connected over the mobile network")
    case .lost: (color, text) = (.red, "No connection")
    case .unknown: (color, text) = (.yellow, "Connection unknown")
    }
  }
}
