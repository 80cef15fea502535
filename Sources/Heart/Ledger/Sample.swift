import CarillonDetail
package import CarillonText
import CarillonTime

/// The literal response of a source, for users who try it out; never stored. (T25)
package struct Sample: Hashable, Codable, Sendable {
  /// A text inside a JSON response.
  package struct Place: Hashable, Codable, Sendable {
    /// The JSON Pointer to it.
    package var pointer: String
    /// The beginning of the text, on one line.
    package var text: String

    package init(pointer: String, text: String) {
      self.pointer = pointer
      self.text = text
    }
  }

  /// A feed that a web page names. (T25)
  package struct Feed: Hashable, Codable, Sendable {
    /// An address that may be fetched.
    package var url: String
    /// The page's name for it, on one line; nil if it has none.
    package var title: String?

    package init(url: String, title: String? = nil) {
      self.url = url
      self.title = title
    }
  }

  /// The status of the last response; nil for a file or if there was no response.
  package var status: Int?
  /// The beginning of the response, cleaned; nil if there was none.
  package var text: String?
  /// Whether the response was longer.
  package var isCut = false
  /// The texts in a JSON response; nil for other formats.
  package var places: [Place]?
  /// The feeds that a web page names; nil for other formats, and if there are none.
  package var feeds: [Feed]?

  package static let longestText = 4096

  /// Takes the response's text; it must not contain secrets. (T27)
  package init(status: Int?, body: String?) {
    self.status = status
    guard let body else { return }
    places = JSONValue(parsing: body)?.places
    let start = body.utf8.prefix(Sample.longestText)
    isCut = start.count < body.utf8.count
    // A character split by the cut becomes U+FFFD, like any invalid byte.
    text = clean(isCut ? String(decoding: start, as: UTF8.self) : body, lines: true)
  }
}

extension JSONValue {
  /// The texts in the document, nearest to the root first; only the first element of a list counts.
  package var places: [Sample.Place] {
    var found: [Sample.Place] = []
    var level = [(pointer: "", value: self)]
    while !level.isEmpty, found.count < JSONValue.mostPlaces {
      var next: [(pointer: String, value: JSONValue)] = []
      for (pointer, value) in level {
        switch value {
        case .text(let text):
          let start = beginning(of: text, JSONValue.longestPlace * 32)
          guard !isBlank(start) else { continue }
          let line = truncate(start, to: JSONValue.longestPlace)
          found.append(Sample.Place(pointer: pointer, text: line))
        case .object(let members):
          for (key, inside) in members.sorted(by: { $0.key < $1.key }) {
            guard key.utf8.count <= JSONValue.longestName, next.count < JSONValue.mostValues else {
              continue
            }
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
  /// Of deep documents with long names, each pointer is as long as all names above it.
  private static let longestName = 100
  private static let mostValues = 1000
  private static let longestPlace = 60
}
