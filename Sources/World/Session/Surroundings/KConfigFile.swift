import CGio
import CarillonGLib

/// A boolean key in one of KDE's configuration files, followed live.
///
/// GLib's reader of key files takes no nested groups (`[Applications][org.example.App]`), and gives
/// up the whole file for one.
final class KConfigFile {
  private let path: String
  private let group: String
  private let key: String
  private var watch: Subscription?

  /// `changed` is told each new value; nil where the file says nothing.
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

  /// What the file says now.
  var isOn: Bool? {
    var contents: UnsafeMutablePointer<CChar>?
    // A file that is not there, or cannot be read, says nothing.
    guard (try? throwing({ g_file_get_contents(path, &contents, nil, $0) })) == 1, let contents
    else { return nil }
    defer { g_free(contents) }
    return KConfigFile.value(of: key, in: group, String(cString: contents)).map { value in
      !["false", "no", "off", "0"].contains(value.lowercased())
    }
  }

  /// The last value that counts; options such as `[$i]` (not to be changed) are not part of a key.
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
