import CGio
import CarillonGLib

/// A boolean key in one of KDE's configuration files, followed live.
///
/// GLib's key file parser rejects the whole file if it contains nested groups
/// (`[Applications][org.example.App]`).
final class KConfigFile {
  private let path: String
  private let group: String
  private let key: String
  private var watch: Subscription?

  /// `changed` receives each new value; nil if the file has none.
  init(_ path: String, group: [String], key: String, changed: @escaping (Bool?) -> Void) {
    self.path = path
    self.group = group.map { "[\($0)]" }.joined()
    self.key = key
    var last = isOn
    watch = watchFile(path) { [weak self] in
      guard let self, isOn != last else { return }
      last = isOn
      changed(last)
    }
  }

  /// The current value in the file.
  var isOn: Bool? {
    var contents: UnsafeMutablePointer<CChar>?
    // A missing or unreadable file has no value.
    guard SmallFile.isReadable(path),
      (try? throwing({ g_file_get_contents(path, &contents, nil, $0) })) == 1, let contents
    else { return nil }
    defer { g_free(contents) }
    return KConfigFile.value(of: key, in: group, String(cString: contents)).map { value in
      !["false", "no", "off", "0"].contains(value.lowercased())
    }
  }

  /// The last valid value; options such as `[$i]` (immutable) are not part of a key.
  static func value(of key: String, in group: String, _ text: String) -> String? {
    var isInside = false
    var value: String?
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.trimming
      if line.hasPrefix("[") {
        isInside = line == group || line == group + "[$i]"
      } else if isInside, let equals = line.firstIndex(of: "=") {
        let name = line[..<equals].prefix { $0 != "[" }
        if name.trimming == key { value = String(line[line.index(after: equals)...].trimming) }
      }
    }
    return value
  }
}

extension Substring {
  fileprivate var trimming: Substring {
    let start = drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
  }
}
