import CGio

/// The system's zone data, and which zone is the system's.
///
/// Every call reads a few small files.
struct ZoneFiles {
  /// Names the system's zone, whatever it is.
  static let localtime = "/etc/localtime"

  /// `/etc`, except in tests.
  var etc = "/etc"

  /// The data of `zone`, and what else an update of the zone data replaces, on one system or another.
  func data(of zone: String) -> [String] {
    ["tzdata.zi", "+VERSION"].map { "\(ZoneFiles.folder)/\($0)" }
      + [ZoneFiles.path(ofZone: zone)].compactMap(\.self)
  }

  var localtime: String { "\(etc)/localtime" }
  var timezone: String { "\(etc)/timezone" }

  /// The folder from which GLib reads zones.
  static var folder: String {
    guard let folder = g_getenv("TZDIR") else { return "/usr/share/zoneinfo" }
    return String(cString: folder)
  }

  /// The file of a zone, if `name` is a possible zone name.
  ///
  /// GLib would also accept absolute paths and rules; neither is an IANA name.
  static func path(ofZone name: String) -> String? {
    if name == localtime { return name }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let wellFormed = parts.allSatisfy { part in
      part.utf8.first.map(isLetter) == true
        && part.utf8.allSatisfy { isLetter($0) || isDigit($0) || "+-_".utf8.contains($0) }
    }
    return wellFormed ? "\(folder)/\(name)" : nil
  }

  /// The current name of the system's zone.
  ///
  /// `TZ` comes first, as in libc, but only if it names a zone. If there is no name, the path of
  /// the file stands for it.
  func systemZone() -> String {
    if let zone = g_getenv("TZ"), let name = name(fromTZ: String(cString: zone)) { return name }
    if let name = linkedName() { return name }
    let noted = contents(of: timezone).flatMap { existing(line: $0) }
    guard let bytes = contents(of: localtime) else { return noted ?? "UTC" }
    if let noted, isZone(noted, with: bytes) { return noted }
    return name(ofZoneWith: bytes) ?? ZoneFiles.localtime
  }

  private func name(fromTZ value: String) -> String? {
    if value.isEmpty || value == ":" { return "UTC" }
    let path = value.hasPrefix(":") ? String(value.dropFirst()) : value
    return existing(path) ?? name(inPath: path)
  }

  /// The name from the target of the `/etc/localtime` link.
  private func linkedName() -> String? {
    guard let target = try? throwing({ g_file_read_link(localtime, $0) }) else { return nil }
    defer { g_free(target) }
    return name(inPath: String(cString: target))
  }

  private func name(inPath path: String) -> String? {
    for root in ["\(ZoneFiles.folder)/", "/zoneinfo/"] {
      guard let start = path.firstRange(of: root) else { continue }
      if let name = existing(String(path[start.upperBound...])) { return name }
    }
    return nil
  }

  private func existing(line: [UInt8]) -> String? {
    let text = String(decoding: line, as: UTF8.self)
    return text.split(whereSeparator: \.isWhitespace).first.flatMap { existing(String($0)) }
  }

  private func existing(_ name: String) -> String? {
    guard let path = ZoneFiles.path(ofZone: name), name != ZoneFiles.localtime,
      g_file_test(path, G_FILE_TEST_IS_REGULAR) != 0
    else { return nil }
    return name
  }

  /// The name of a zone with exactly this data; of several, the one users would choose.
  private func name(ofZoneWith bytes: [UInt8]) -> String? {
    // Names that differ only in their country share their data; zone1970.tab lists each once.
    for table in ["zone1970.tab", "zone.tab"] {
      if let name = names(in: table).sorted().first(where: { isZone($0, with: bytes) }) {
        return name
      }
    }
    let others = ["UTC"] + (0...14).flatMap { ["Etc/GMT+\($0)", "Etc/GMT-\($0)"] }
    return others.first { isZone($0, with: bytes) }
  }

  /// The names in a table of tzdata, in its order; empty if the table is missing.
  func names(in table: String) -> [String] {
    let lines = contents(of: "\(ZoneFiles.folder)/\(table)") ?? []
    return String(decoding: lines, as: UTF8.self).split(separator: "\n").compactMap {
      $0.hasPrefix("#") ? nil : $0.split(separator: "\t").dropFirst(2).first.map(String.init)
    }
  }

  private func isZone(_ name: String, with bytes: [UInt8]) -> Bool {
    ZoneFiles.path(ofZone: name).flatMap(contents) == bytes
  }

  private func contents(of path: String) -> [UInt8]? {
    var data: UnsafeMutablePointer<CChar>?
    var length: gsize = 0
    guard (try? throwing({ g_file_get_contents(path, &data, &length, $0) })) != nil, let data else {
      return nil
    }
    defer { g_free(data) }
    return UnsafeRawBufferPointer(start: data, count: Int(length)).map { $0 }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte)
  }
}
