package import CarillonEngine

/// The zones of this system by name.
///
/// Repeated look-ups are cheap. A zone is read again when its file was replaced, as by an update of
/// the zone data.
package final class ZoneTable {
  private struct Entry {
    let stamp: FileStamp
    let rules: TransitionTable
  }

  private var entries: [String: Entry] = [:]

  package init() {}

  /// The rules of a zone by its IANA name; nil if this system does not know it.
  ///
  /// `/etc/localtime` is accepted too: it names a system zone that has no other name.
  package func zone(named name: String) -> (any ZoneRules)? {
    guard let path = ZoneFiles.path(ofZone: name), let stamp = FileStamp(path) else {
      return nil
    }
    if let entry = entries[name], entry.stamp == stamp { return entry.rules }
    guard let rules = TransitionTable(identifier: name) else { return nil }
    entries[name] = Entry(stamp: stamp, rules: rules)
    return rules
  }
}
