import CarillonCore
import CarillonSession
import CarillonStore
import Foundation

/// Deletes everything of ours: files, keyring items, start entry. (T29)
struct Eraser {
  let store: SQLiteDataStore
  let folders: Folders
  let keyring: Keyring
  let autostart: AutostartEntry

  /// Calls `done` once, with a sentence about what is left, if something is.
  func erase(done: @escaping (String?) -> Void) {
    var left: [String] = []
    do {
      try store.close()
    } catch {
      left.append("the database (\(error.detail))")
    }
    for folder in [folders.data, folders.cache] where FileManager.default.fileExists(atPath: folder)
    {
      do {
        try FileManager.default.removeItem(atPath: folder)
      } catch {
        left.append(folder)
      }
    }
    let (isEnabled, error) = autostart.set(false)
    if isEnabled || error != nil { left.append("the start entry") }
    keyring.eraseAll { erasure in
      switch erasure {
      case .complete: break
      case .locked(let items): left.append("\(items) items in the locked keyring")
      case .unreachable: left.append("items in the keyring, which cannot be reached")
      }
      done(left.isEmpty ? nil : "Not everything could be deleted: \(left.joined(separator: ", "))")
    }
  }
}
