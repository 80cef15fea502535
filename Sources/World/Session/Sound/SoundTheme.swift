import CGio
import CarillonGLib

/// The sounds of the user's theme, by the freedesktop sound theme specification. (B15)
package struct SoundTheme {
  private let name: String
  private let folders: [String]

  /// `name` is the desktop's theme.
  ///
  /// Sounds it lacks come from its parents, and finally from `freedesktop`.
  package init(name: String) {
    self.init(name: name, folders: SoundTheme.standardFolders)
  }

  /// `folders` contain the themes, the most important folder first.
  init(name: String, folders: [String]) {
    self.name = name
    self.folders = folders
  }

  /// The names of all its sounds, sorted; every access reads the disk.
  package var names: [String] {
    var found: Set<String> = []
    var disabled: Set<String> = []
    for theme in lineage {
      let files = files(of: theme)
      // A sound that a theme disables is not inherited either.
      disabled.formUnion(files.filter { $0.kind == "disabled" }.map(\.name))
      let sounds = files.filter { ["oga", "ogg", "wav"].contains($0.kind) }.map(\.name)
      found.formUnion(Set(sounds).subtracting(disabled))
    }
    return found.sorted()
  }

  private struct Ancestor {
    let name: String
    /// The theme's subfolders.
    let parts: [String]
    let parents: [String]
  }

  private static let last = "freedesktop"

  /// The theme and its ancestors, each once.
  private var lineage: [Ancestor] {
    var lineage: [Ancestor] = []
    var wanted = [name]
    while let name = wanted.first {
      wanted.removeFirst()
      // Themes may inherit from each other in a circle.
      guard name != SoundTheme.last, !lineage.contains(where: { $0.name == name }),
        let theme = index(of: name)
      else { continue }
      lineage.append(theme)
      wanted = theme.parents + wanted
    }
    return lineage + [index(of: SoundTheme.last)].compactMap(\.self)
  }

  private func index(of theme: String) -> Ancestor? {
    guard !theme.isEmpty, !theme.contains("/") else { return nil }
    let file: OpaquePointer = g_key_file_new()
    defer { g_key_file_unref(file) }
    for folder in folders {
      let path = "\(folder)/\(theme)/index.theme"
      guard (try? throwing({ g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, $0) })) == 1
      else { continue }
      return Ancestor(
        name: theme, parts: list("Directories", of: file), parents: list("Inherits", of: file))
    }
    return nil
  }

  private func list(_ key: String, of file: OpaquePointer) -> [String] {
    guard let text = g_key_file_get_string(file, "Sound Theme", key, nil) else { return [] }
    defer { g_free(text) }
    return String(cString: text).split { ",; ".contains($0) }.map(String.init)
  }

  private func files(of theme: Ancestor) -> [(name: String, kind: String)] {
    var files: [(name: String, kind: String)] = []
    for folder in folders {
      for part in theme.parts {
        guard let directory = g_dir_open("\(folder)/\(theme.name)/\(part)", 0, nil) else {
          continue
        }
        defer { g_dir_close(directory) }
        while let name = g_dir_read_name(directory).map({ String(cString: $0) }) {
          guard let dot = name.lastIndex(of: ".") else { continue }
          files.append((String(name[..<dot]), String(name[name.index(after: dot)...])))
        }
      }
    }
    return files
  }

  private static var standardFolders: [String] {
    var folders = ["\(String(cString: g_get_user_data_dir()))/sounds"]
    var next = g_get_system_data_dirs()
    while let folder = next?.pointee {
      folders.append("\(String(cString: folder))/sounds")
      next = next?.successor()
    }
    return folders
  }
}
