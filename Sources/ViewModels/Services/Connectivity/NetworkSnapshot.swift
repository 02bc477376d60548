import Foundation

/// What Linux says about its interfaces and routes at one moment. A pure value; reading it is another matter.
struct NetworkSnapshot: Sendable {
  /// An interface, as the texts below `/sys/class/net/NAME` describe it.
  struct Interface: Sendable {
    var name: String
    var operstate = ""
    var carrier = ""
    var type = ""
    var uevent = ""
    /// Whether there is a folder `wireless` or `phy80211`.
    var isWireless = false

    var isUp: Bool { operstate == "up" || (operstate == "unknown" && carrier == "1") }

    /// What it is; nil if it is no way out, or one of no known kind, a tunnel for instance.
    var kind: Connectivity? {
      if type == "772" { return nil }
      if isWireless { return .wifi }
      let isMobile = uevent.split(separator: "\n").contains("DEVTYPE=wwan")
      if isMobile || type == "519" || name.hasPrefix("wwan") || name.hasPrefix("rmnet") { return .cellular }
      return type == "1" ? .wired : nil
    }
  }

  /// The interfaces; nil where the system does not list them.
  var interfaces: [Interface]?
  /// `/proc/net/route`; nil where it cannot be read.
  var routes: String?
  /// `/proc/net/ipv6_route`; nil where it cannot be read.
  var routes6: String?

  /// The connection: that of the best default route over an interface that is up. Without a default route it is lost;
  /// where the system does not say, or all traffic goes through something of no known kind, it is unknown.
  var connectivity: Connectivity {
    guard let interfaces, !interfaces.isEmpty, routes != nil || routes6 != nil else { return .unknown }
    let up = Dictionary(interfaces.filter(\.isUp).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let ways = defaultRoutes.sorted { $0.metric < $1.metric }.compactMap { up[$0.name] }.filter { $0.type != "772" }
    guard !ways.isEmpty else { return .lost }
    return ways.lazy.compactMap(\.kind).first ?? .unknown
  }

  private static let isUp = 0x1
  private static let rejects = 0x200

  private var defaultRoutes: [(name: String, metric: Int)] {
    let four = Self.lines(routes).compactMap { fields -> (String, Int)? in
      guard fields.count >= 8, fields[1] == "00000000", fields[7] == "00000000", Self.isUsable(fields[3]) else {
        return nil
      }
      return Int(fields[6]).map { (fields[0], $0) }
    }
    let six = Self.lines(routes6).compactMap { fields -> (String, Int)? in
      guard fields.count >= 10, fields[0].allSatisfy({ $0 == "0" }), fields[1] == "00", Self.isUsable(fields[8]) else {
        return nil
      }
      return Int(fields[5], radix: 16).map { (fields[9], $0) }
    }
    return four + six
  }

  private static func isUsable(_ flags: String) -> Bool {
    guard let flags = Int(flags, radix: 16) else { return false }
    return flags & isUp != 0 && flags & rejects == 0
  }

  private static func lines(_ text: String?) -> [[String]] {
    (text ?? "").split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
  }
}

extension NetworkSnapshot {
  /// Reads what the system says. Blocks for as long as that takes, well below a millisecond.
  static func read(sys: String = "/sys/class/net", proc: String = "/proc/net") -> NetworkSnapshot {
    func text(_ path: String) -> String? {
      (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let names = try? FileManager.default.contentsOfDirectory(atPath: sys)
    let interfaces = names?.map { name in
      let folder = "\(sys)/\(name)"
      return Interface(
        name: name, operstate: text("\(folder)/operstate") ?? "", carrier: text("\(folder)/carrier") ?? "",
        type: text("\(folder)/type") ?? "", uevent: text("\(folder)/uevent") ?? "",
        isWireless: ["wireless", "phy80211"].contains { FileManager.default.fileExists(atPath: "\(folder)/\($0)") })
    }
    return NetworkSnapshot(interfaces: interfaces, routes: text("\(proc)/route"), routes6: text("\(proc)/ipv6_route"))
  }
}
