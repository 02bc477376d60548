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
  public init(_ connectivity: Connectivity, _ wording: ConnectivityViewModel.Wording = ConnectivityViewModel.Wording())
  {
    switch connectivity {
    case .wifi: (color, text) = (.blue, wording.wifi)
    case .wired: (color, text) = (.blue, wording.wired)
    case .cellular: (color, text) = (.skyBlue, wording.cellular)
    case .lost: (color, text) = (.red, wording.connectionLost)
    case .unknown: (color, text) = (.yellow, wording.connectionUnknown)
    }
  }
}

extension ConnectivityViewModel {
  /// The texts of the banner, in English until an app replaces them.
  public struct Wording: Sendable {
    /// The banner of a Wi-Fi connection.
    public var wifi = "Connected over Wi-Fi"
    /// The banner of a connection by cable.
    public var wired = "Connected by cable"
    /// The banner of a mobile network.
    public var cellular = "Connected over the mobile network"
    /// The banner without a connection.
    public var connectionLost = "No connection"
    /// The banner of an unknown connection.
    public var connectionUnknown = "Connection unknown"

    /// Creates the English wording.
    public init() {}
  }
}
