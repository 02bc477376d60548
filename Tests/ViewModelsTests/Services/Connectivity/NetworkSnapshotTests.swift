import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("Linux's interfaces and routes", .timeLimit(.minutes(10)))
struct NetworkSnapshotTests {
  private typealias Interface = NetworkSnapshot.Interface
  private static let lo = Interface(name: "lo", operstate: "unknown", carrier: "1", type: "772")
  private static let eth0 = Interface(name: "eth0", operstate: "up", carrier: "1", type: "1")
  private static let wlan0 = Interface(name: "wlan0", operstate: "up", carrier: "1", type: "1", isWireless: true)
  private static let head = "Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT\n"

  private static func route(_ name: String, metric: Int = 0, flags: String = "0003") -> String {
    "\(name)\t00000000\t010200C0\t\(flags)\t0\t0\t\(metric)\t00000000\t0\t0\t0\n"
  }
  private static func route6(_ name: String, metric: String = "00000400", flags: String = "00000003") -> String {
    let zeros = String(repeating: "0", count: 32)
    return "\(zeros) 00 \(zeros) 00 fd000000000000000000000000000001 \(metric) 00000002 00000000 \(flags) \(name)\n"
  }
  private static func state(_ interfaces: [Interface]?, _ routes: String?, _ routes6: String? = nil) -> Connectivity {
    NetworkSnapshot(interfaces: interfaces, routes: routes.map { head + $0 }, routes6: routes6).connectivity
  }

  @Test("the best default route over an interface that is up says what connects")
  func ways() {
    #expect(Self.state([Self.lo, Self.eth0], Self.route("eth0")) == .wired)
    #expect(Self.state([Self.lo, Self.wlan0], Self.route("wlan0")) == .wifi)
    let both = [Self.eth0, Self.wlan0]
    #expect(Self.state(both, Self.route("eth0", metric: 600) + Self.route("wlan0", metric: 100)) == .wifi)
    #expect(Self.state(both, Self.route("eth0", metric: 600), Self.route6("wlan0", metric: "00000064")) == .wifi)
    #expect(Self.state([Self.lo, Self.wlan0], nil, Self.route6("wlan0")) == .wifi)
  }

  @Test("a mobile network is known by its type, its kind of device, or its name")
  func cellular() {
    let modems = [
      Interface(name: "wwan0", operstate: "unknown", carrier: "1", type: "65534"),
      Interface(name: "rmnet_data0", operstate: "unknown", carrier: "1", type: "519"),
      Interface(name: "x", operstate: "up", type: "1", uevent: "DEVTYPE=wwan\nINTERFACE=x"),
    ]
    for modem in modems { #expect(Self.state([modem], Self.route(modem.name)) == .cellular) }
  }

  @Test("without a usable default route the connection is lost")
  func lost() {
    var down = Self.eth0
    down.operstate = "down"
    #expect(Self.state([Self.lo, down], Self.route("eth0")) == .lost)
    #expect(Self.state([Self.lo, Self.eth0], "") == .lost)
    #expect(Self.state([Self.lo, Self.eth0], "eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n") == .lost)
    #expect(Self.state([Self.eth0], Self.route("eth0", flags: "0200")) == .lost)
    #expect(Self.state([Self.eth0], Self.route("eth0", flags: "0201")) == .lost)  // up, and rejects
    #expect(Self.state([Self.lo], "", Self.route6("lo", metric: "ffffffff", flags: "00200200")) == .lost)
    #expect(Self.state([Self.lo], Self.route("lo")) == .lost)
    var uncertain = Self.eth0
    (uncertain.operstate, uncertain.carrier) = ("unknown", "0")
    #expect(Self.state([uncertain], Self.route("eth0")) == .lost)
  }

  @Test("where the system does not say, or all goes through a tunnel, it is unknown and never lost")
  func unknown() {
    #expect(Self.state(nil, Self.route("eth0")) == .unknown)
    #expect(Self.state([], Self.route("eth0")) == .unknown)
    #expect(Self.state([Self.eth0], nil) == .unknown)
    let tunnel = Interface(name: "tun0", operstate: "unknown", carrier: "1", type: "65534")
    #expect(Self.state([tunnel, Self.eth0], Self.route("tun0")) == .unknown)
    #expect(Self.state([tunnel, Self.eth0], Self.route("tun0") + Self.route("eth0", metric: 9)) == .wired)
    #expect(Self.state([Self.eth0], "nonsense\n\n  \neth0 00000000\n", "nonsense") == .lost)
    #expect(NetworkSnapshot.read(sys: "/nowhere", proc: "/nowhere").connectivity == .unknown)
  }
}
