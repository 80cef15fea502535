import CarillonLedger
import CarillonText

/// How two configurations differ, setting by setting and hour by hour, in words too. (T29)
struct ImportDifferences {
  private(set) var changes: [ImportReport.Change] = []
  private let words: ImportWords

  /// `items` are the keys of features, whose lists are compared item by item.
  init(
    _ old: [String: JSONValue], _ new: [String: JSONValue], items: Set<String>,
    environment: Environment
  ) {
    words = ImportWords(environment)
    let settings = Settings.keys + environment.settings.map(\.key)
    for key in items.sorted() { compare(items: key, old[key] ?? .null, new[key] ?? .null) }
    for key in settings where !items.contains(key) {
      compare(key, old[key] ?? .null, new[key] ?? .null)
    }
  }

  /// The settings that consist of parts, which are told apart.
  private static let composed: Set = ["channels", "callbackProfile"]

  private mutating func compare(_ key: String, _ old: JSONValue, _ new: JSONValue) {
    guard old != new else { return }
    guard ImportDifferences.composed.contains(key) else { return add(key, old, new) }
    let (before, after) = (old.members, new.members)
    for name in Set(before.keys).union(after.keys).sorted() {
      let part = (before[name] ?? .null, after[name] ?? .null)
      if part.0 != part.1 { add("\(key).\(name)", part.0, part.1) }
    }
  }

  private mutating func add(_ key: String, _ old: JSONValue, _ new: JSONValue) {
    changes.append(
      .init(
        key: key, change: .changed, old: old, new: new, text: words.change(of: key, old, new)))
  }

  private mutating func compare(items key: String, _ old: JSONValue, _ new: JSONValue) {
    guard let before = old.items, let after = new.items else {
      if old != new { add(key, old, new) }
      return
    }
    for id in Set(before.keys).union(after.keys).sorted() {
      let (old, new) = (before[id] ?? .null, after[id] ?? .null)
      guard old != new else { continue }
      let kind: ImportReport.Change.Kind =
        old == .null ? .added : new == .null ? .removed : .changed
      changes.append(
        .init(
          key: key, slotId: id, change: kind, old: old, new: new,
          text: words.change(of: old, to: new, kind)))
    }
  }
}

extension JSONValue {
  fileprivate var members: [String: JSONValue] {
    if case .object(let members) = self { members } else { [:] }
  }

  /// The elements by their slot id; nil for a list of anything else.
  fileprivate var items: [String: JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    var items: [String: JSONValue] = [:]
    for element in elements {
      guard case .text(let id)? = element.members["slotId"] else { return nil }
      items[id] = element
    }
    return items
  }
}
