/// The zones of this system that are known by a city, from tzdata's table, and UTC.
package enum ZoneNames {
  /// All names, unsorted; every call reads the disk.
  package static func all() -> [String] {
    ZoneFiles().names(in: "zone.tab") + ["UTC"]
  }
}
