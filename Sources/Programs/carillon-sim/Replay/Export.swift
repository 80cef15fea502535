import ArgumentParser
import CarillonFeatures

/// An export written by `carillonctl export`, as far as future deliveries depend on it. (T29)
struct Export {
  let at: Instant
  let zone: String
  /// A merge patch that restores the configuration.
  let patch: String
  /// What was fetched, oldest first.
  let contents: [StoredContent]

  /// What a source said, and when it last said so.
  struct StoredContent {
    /// The source's key.
    let source: String
    let payload: Payload
    let at: Instant
  }

  /// Nil if `text` is not an export; throws, naming the field, if it is an unusable one.
  init?(_ text: String) throws {
    guard case .object(let document) = JSONValue(parsing: text),
      case .object(let head) = document["head"], head["format"] == .text("carillon-export")
    else { return nil }
    guard case .text(let exportedAt) = head["exportedAt"], let at = Instant(iso: exportedAt) else {
      throw ValidationError("head.exportedAt: is no instant")
    }
    self.at = at
    guard case .object(let state) = head["state"], case .text(let zone) = state["timezone"] else {
      throw ValidationError("head.state.timezone: is missing")
    }
    self.zone = zone
    guard case .object(var configuration) = head["configuration"] else {
      throw ValidationError("head.configuration: is missing")
    }
    for fixed in ["scheduler", "iosCategoryIdentifier", "androidChannelId"] {
      configuration[fixed] = nil
    }
    patch = JSONValue.object(configuration).serialized
    contents = try Export.contents(document, exportedAt: at)
  }

  private static func contents(
    _ document: [String: JSONValue], exportedAt: Instant
  ) throws -> [StoredContent] {
    guard case .array(let sources) = document["sources"],
      case .array(let rows) = document["notif_contents"]
    else { throw ValidationError("sources: is missing, or notif_contents") }
    var keys: [Int64: String] = [:]
    for case .object(let source) in sources {
      if case .integer(let id) = source["id"], case .text(let key) = source["key"] {
        keys[id] = key
      }
    }
    var contents: [StoredContent] = []
    // They are sorted by id: the last one of a source is the newest.
    for case .object(let row) in rows {
      guard case .integer(let source) = row["source_id"], let key = keys[source],
        case .text(let text) = row["payload"]
      else { continue }
      var at = exportedAt
      if case .integer(let validated) = row["validated_at"] {
        at = Instant(milliseconds: validated)
      }
      do {
        let payload = try decode(Payload.self, from: text)
        contents.append(StoredContent(source: key, payload: payload, at: at))
      } catch {
        throw ValidationError("notif_contents: the payload of \(key): \(error)")
      }
    }
    return contents
  }
}
