import CarillonDetail
package import CarillonText
import CarillonTime

/// What a source literally answered: for whoever tries it out, and never stored. (T25)
package struct Sample: Hashable, Codable, Sendable {
  /// A text somewhere in a JSON answer.
  package struct Place: Hashable, Codable, Sendable {
    /// The JSON Pointer that leads there.
    package var pointer: String
    /// Its beginning, in one line.
    package var text: String

    package init(pointer: String, text: String) {
      self.pointer = pointer
      self.text = text
    }
  }

  /// The status of the last answer; nil for a file, and where nobody answered.
  package var status: Int?
  /// The beginning of what came, cleaned; nil where nothing did.
  package var text: String?
  /// Whether there was more of it.
  package var isCut = false
  /// Where in a JSON answer texts stand; nil for anything else.
  package var places: [Place]?

  package static let longestText = 4096

  /// `body` is what came, as a text; in place of each of `secrets` dots are shown. (T27)
  ///
  /// A service may send back what it was sent, and an answer of ours is no place for that.
  package init(status: Int?, body: String?, hiding secrets: [String] = []) {
    self.status = status
    guard var body else { return }
    for secret in secrets where !secret.isEmpty { body = body.replacing(secret, with: "•••") }
    places = JSONValue(parsing: body)?.places
    let start = body.utf8.prefix(Sample.longestText)
    isCut = start.count < body.utf8.count
    // What the cut falls into becomes a mark of its own, as whatever cannot be read.
    text = clean(isCut ? String(decoding: start, as: UTF8.self) : body, lines: true)
  }
}

extension JSONValue {
  /// Where texts stand, the nearest to the root first; of a list only its first element counts.
  package var places: [Sample.Place] {
    var found: [Sample.Place] = []
    var level = [(pointer: "", value: self)]
    while !level.isEmpty, found.count < JSONValue.mostPlaces {
      var next: [(pointer: String, value: JSONValue)] = []
      for (pointer, value) in level {
        switch value {
        case .text(let text):
          guard text.contains(where: { !$0.isWhitespace }) else { continue }
          let line = truncate(clean(text, lines: false), to: JSONValue.longestPlace)
          found.append(Sample.Place(pointer: pointer, text: line))
        case .object(let members):
          for (key, inside) in members.sorted(by: { $0.key < $1.key }) {
            let part = key.replacing("~", with: "~0").replacing("/", with: "~1")
            next.append(("\(pointer)/\(part)", inside))
          }
        case .array(let elements):
          if let first = elements.first { next.append(("\(pointer)/0", first)) }
        default: continue
        }
      }
      level = next
    }
    return Array(found.prefix(JSONValue.mostPlaces))
  }

  private static let mostPlaces = 24
  private static let longestPlace = 60
}
