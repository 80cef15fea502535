import CarillonEngine
import CarillonSession
import CarillonStore
import Foundation

/// Deletes all of Carillon's data: files, keyring items, start entry, timer. (T29)
struct Eraser {
  let store: SQLiteDataStore
  let folders: Folders
  let keyring: Keyring
  let autostart: AutostartEntry
  let timer: RingTimer
  let words: Words

  /// Calls `done` once, with a sentence about what could not be deleted, if anything.
  func erase(done: @escaping (String?) -> Void) {
    var left: [String] = []
    // If that cannot be found out, the keyring may hold something.
    var wasKeyringUsed = true
    do {
      wasKeyringUsed = try store.holdsSealed()
    } catch {
      log("looking for sealed texts: \(error.detail)")
    }
    do {
      try store.close()
    } catch {
      left.append(words.say("The database could not be closed: {detail}", ["detail": error.detail]))
    }
    do {
      try SQLiteDataStore.removeFiles(in: folders.data)
    } catch {
      left.append(words.say("The folder {path} is still there.", ["path": folders.data]))
    }
    if FileManager.default.fileExists(atPath: folders.cache) {
      do {
        // Of a folder that is a link, only the link would be removed.
        for name in try FileManager.default.contentsOfDirectory(atPath: folders.cache) {
          try FileManager.default.removeItem(atPath: "\(folders.cache)/\(name)")
        }
        try FileManager.default.removeItem(atPath: folders.cache)
      } catch {
        left.append(words.say("The folder {path} is still there.", ["path": folders.cache]))
      }
    }
    let (isEnabled, error) = autostart.set(false)
    if isEnabled || error != nil { left.append(words.say("The start entry is still there.")) }
    if timer.erase() != nil { left.append(words.say("The systemd timer is still there.")) }
    keyring.eraseAll(wasUsed: wasKeyringUsed) { erasure in
      switch erasure {
      case .complete: break
      case .locked(let items):
        left.append(
          words.count(
            "{n} item is still in the keyring, which is locked.",
            "{n} items are still in the keyring, which is locked.", items))
      case .unreachable:
        left.append(
          words.say(
            "The keyring cannot be reached. It may still contain Carillon’s items."))
      }
      guard !left.isEmpty else { return done(nil) }
      done(([words.say("Not everything could be deleted.")] + left).joined(separator: " "))
    }
  }
}
