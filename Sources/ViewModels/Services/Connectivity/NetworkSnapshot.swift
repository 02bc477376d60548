import Foundation

/// Linux's interfaces and routes at one moment. A pure value.
struct NetworkSnapshot: Sendable {
  /// An interface, with the texts below `/sys/class/net/NAME`.
  struct Interface: Sendable {
    var name: String
    var operstate = ""
    var carrier = ""
    var type = ""
    var uevent = ""
    /// Whether there is a folder `wireless` or `phy80211`.
    var isWireless = false

    var isUp: Bool { operstate == "up" || (operstate == "unknown" && carrier == "1") }

    /// The kind of connection. Nil for the loopback interface and for unknown kinds such as a tunnel.
    var kind: Connectivity? {
      if type == "772" { return nil }
      if isWireless { return .wifi }
      let isMobile = uevent.split(separator: "\n").contains("DEVTYPE=wwan")
      if isMobile || type == "519" || name.hasPrefix("wwan") || name.hasPrefix("rmnet") { return .cellular }
      return type == "1" ? .wired : nil
    }
  }

  /// The interfaces. Nil if the system doesn't list them.
  var interfaces: [Interface]?
  /// The text of `/proc/net/route`. Nil if it can't be read.
  var routes: String?
  /// The text of `/proc/net/ipv6_route`. Nil if it can't be read.
  var routes6: String?

  /// The kind of the best default route over an interface that is up. Lost without a default route. Unknown if the
  /// system provides no routes, or if all default routes go over interfaces of unknown kinds.
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
  /// Reads the system's files. Blocks for less than a millisecond.
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
