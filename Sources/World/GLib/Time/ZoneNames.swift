/// The zones of this system that people know by a city: those of tzdata's table, and UTC.
package enum ZoneNames {
  /// Read from the disk whenever it is asked; in no order.
  package static func all() -> [String] {
    ZoneFiles().names(in: "zone.tab") + ["UTC"]
  }
}
