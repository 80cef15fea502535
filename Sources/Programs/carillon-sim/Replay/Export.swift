import ArgumentParser
import CarillonFeatures

/// An export written by `carillonctl export`, as far as future deliveries depend on it. (T29)
struct Export {
  let at: Instant
  let zone: String
  /// A merge patch that restores the configuration.
  let patch: String
  /// The newest payload of each source, by the source's key.
  let payloads: [String: Payload]

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
    payloads = try Export.payloads(document)
  }

  private static func payloads(_ document: [String: JSONValue]) throws -> [String: Payload] {
    guard case .array(let sources) = document["sources"],
      case .array(let contents) = document["notif_contents"]
    else { throw ValidationError("sources: is missing, or notif_contents") }
    var keys: [Int64: String] = [:]
    for case .object(let source) in sources {
      if case .integer(let id) = source["id"], case .text(let key) = source["key"] {
        keys[id] = key
      }
    }
    var payloads: [String: Payload] = [:]
    // Contents are sorted by id: the last one of a source is the newest.
    for case .object(let content) in contents {
      guard case .integer(let source) = content["source_id"], let key = keys[source],
        case .text(let text) = content["payload"]
      else { continue }
      do {
        payloads[key] = try decode(Payload.self, from: text)
      } catch {
        throw ValidationError("notif_contents: the payload of \(key): \(error)")
      }
    }
    return payloads
  }
}
