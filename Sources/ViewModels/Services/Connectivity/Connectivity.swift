/// The kind of a device's connection.
public enum Connectivity: Hashable, Sendable {
  /// Wi-Fi.
  case wifi
  /// A mobile network.
  case cellular
  /// A cable.
  case wired
  /// No connection.
  case lost
  /// The system doesn't provide the connection.
  case unknown

  /// Whether there is certainly a connection.
  public var isConnected: Bool {
    switch self {
    case .wifi, .cellular, .wired: true
    case .lost, .unknown: false
    }
  }
}

/// The banner of a connection: a colour and a text.
public struct ConnectivityBanner: Hashable, Sendable {
  /// The colours by connection.
  public enum Color: String, Hashable, Sendable {
    /// Wi-Fi, or a cable.
    case blue
    /// A mobile network.
    case skyBlue
    /// No connection.
    case red
    /// The connection is unknown.
    case yellow
  }

  /// The colour behind the text.
  public var color: Color
  /// The text.
  public var text: String

  /// Creates the banner of a connection.
  public init(_ connectivity: Connectivity, _ wording: Wording = Wording()) {
    switch connectivity {
    case .wifi: (color, text) = (.blue, wording.wifi)
    case .wired: (color, text) = (.blue, wording.wired)
    case .cellular: (color, text) = (.skyBlue, wording.cellular)
    case .lost: (color, text) = (.red, wording.connectionLost)
    case .unknown: (color, text) = (.yellow, wording.connectionUnknown)
    }
  }
}
