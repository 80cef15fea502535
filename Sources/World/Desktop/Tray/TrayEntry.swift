/// One line of the tray menu.
struct TrayEntry: Hashable {
  enum Kind: Hashable {
    case action(TrayAction)
    /// A switch; choosing it asks for the opposite of `on`.
    case check(on: Bool)
    /// Information that cannot be chosen.
    case note
    case submenu([TrayEntry])
    case separator
  }

  /// Stays the same while the line means the same, so that an open menu changes in place.
  let id: String
  let label: String
  let kind: Kind

  init(_ id: String, _ label: String, _ kind: Kind) {
    self.id = id
    self.label = label
    self.kind = kind
  }

  static func separator(_ id: String) -> TrayEntry {
    TrayEntry("separator:\(id)", "", .separator)
  }

  /// Whether a widget made for `other` can show this entry.
  func hasShape(of other: TrayEntry) -> Bool {
    switch (kind, other.kind) {
    case (.action, .action), (.check, .check), (.note, .note), (.submenu, .submenu),
      (.separator, .separator):
      id == other.id
    default: false
    }
  }
}
