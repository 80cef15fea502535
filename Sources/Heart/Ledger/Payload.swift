import CarillonDetail
import CarillonText
package import CarillonTime

/// Fetched content for slots, cleaned when it came in. (T4, T25)
package struct Payload: Hashable, Codable, Sendable {
  /// A single item, or a pack with items for each day of the month and place in the day.
  package enum Shape: Hashable, Codable, Sendable {
    case item([String: String])
    case pack([PackItem])
  }

  package struct PackItem: Hashable, Codable, Sendable {
    package var day: Int
    package var place: Place
    package var tokens: [String: String]
    /// Where it leads. (T34)
    package var link: String?
  }

  /// The slot of a day that a pack's item is for.
  package enum Place: String, Codable, Sendable, CaseIterable {
    case first, second, later

    package init(index: Int) {
      self = index == 0 ? .first : index == 1 ? .second : .later
    }
  }

  package var shape: Shape
  /// Where a single item leads; no token, and never text. (T34)
  package var link: String?

  /// The scalars of a token that are kept; more than any notification shows. (T25)
  package static let longestToken = 10_000

  /// Parses a source's response.
  package init(parsing text: String) throws(FetchFailure) {
    guard let document = JSONValue(parsing: text) else {
      throw FetchFailure(.payload, "not JSON")
    }
    try self.init(document)
  }

  /// A single item with these tokens, cleaned. (T25)
  package init(tokens: [String: String], link: WebLink? = nil) {
    shape = .item(tokens)
    self.link = link?.url
  }

  init(_ document: JSONValue) throws(FetchFailure) {
    guard case .object(let members) = document else {
      throw FetchFailure(.payload, "not an object")
    }
    if case .array(let items) = members["items"], case .integer = members["version"] {
      shape = .pack(try Payload.pack(items))
    } else {
      shape = .item(try Payload.tokens(members, path: ""))
      link = Payload.link(members)
    }
  }

  /// The same with each text changed.
  package func mapping(_ change: (String) -> String) -> Payload {
    var mapped = self
    // What is changed is no address any more.
    func same(_ link: String?) -> String? {
      guard let link, change(link) == link else { return nil }
      return link
    }
    mapped.link = same(link)
    switch shape {
    case .item(let tokens): mapped.shape = .item(tokens.mapValues(change))
    case .pack(let items):
      mapped.shape = .pack(
        items.map { item in
          var item = item
          item.tokens = item.tokens.mapValues(change)
          item.link = same(item.link)
          return item
        })
    }
    return mapped
  }

  /// The tokens for one occurrence; nil if there are none.
  ///
  /// A pack never runs out: a day without an item uses the last earlier day. `repeats` is how many
  /// earlier slots of the day have the same place; each of them shows another item, if there is one.
  package func tokens(on date: LocalDate, place: Place, repeats: Int = 0) -> [String: String]? {
    // Blank content may have been stored before it was refused at intake. (T9)
    chosen(on: date, place: place, repeats).flatMap { Payload.isBlank($0.tokens) ? nil : $0.tokens }
  }

  /// Where the content of one occurrence leads; nil if nowhere. (T34)
  package func link(on date: LocalDate, place: Place, repeats: Int = 0) -> WebLink? {
    chosen(on: date, place: place, repeats)?.link.flatMap { WebLink($0) }
  }

  private func chosen(
    on date: LocalDate, place: Place, _ repeats: Int
  ) -> (tokens: [String: String], link: String?)? {
    switch shape {
    case .item(let tokens): return (tokens, link)
    case .pack(let items):
      let day = date.yearMonthDay.day
      let ofPlace = items.filter { $0.place == place }
      let choice = ofPlace.isEmpty ? items : ofPlace
      let days = Set(choice.map(\.day)).sorted()
      guard let today = days.lastIndex(where: { $0 <= day }) ?? days.indices.last else {
        return nil
      }
      let chosen = days[(today + repeats * Payload.stride(over: days.count)) % days.count]
      // Among equals, the first one wins.
      return choice.first { $0.day == chosen }.map { ($0.tokens, $0.link) }
    }
  }

  /// How many days the next item is away for another slot of the same day: far, so that it is not
  /// tomorrow's, and such that none comes again before all have come.
  private static func stride(over count: Int) -> Int {
    (count * 3 / 8...count).first { stride in
      var (a, b) = (count, stride)
      while b != 0 { (a, b) = (b, a % b) }
      return a == 1
    } ?? 1
  }

  /// Whether nothing of an item would be seen: content with a blank headline and a blank summary is no
  /// content. (T9)
  private static func isBlank(_ tokens: [String: String]) -> Bool {
    tokens.values.allSatisfy { CarillonText.isBlank($0) }
  }

  /// Refuses an item of which nothing would be seen; `name` tells where it is. (T9)
  static func check(_ tokens: [String: String], named name: String) throws(FetchFailure) {
    guard !isBlank(tokens) else {
      throw FetchFailure(.payload, "\(name): is blank, and there is nothing else to show")
    }
  }

  private static func pack(_ items: [JSONValue]) throws(FetchFailure) -> [PackItem] {
    guard !items.isEmpty else { throw FetchFailure(.payload, "items: is empty") }
    var pack: [PackItem] = []
    for (index, item) in items.enumerated() {
      let path = "items[\(index)]"
      guard case .object(let members) = item else {
        throw FetchFailure(.payload, "\(path): not an object")
      }
      guard case .integer(let day) = members["day"], (1...31).contains(day) else {
        throw FetchFailure(.payload, "\(path).day: must be from 1 to 31")
      }
      guard case .text(let name) = members["place"], let place = Place(rawValue: name) else {
        throw FetchFailure(.payload, "\(path).place: must be first, second or later")
      }
      let tokens = try tokens(members, path: path + ".")
      pack.append(
        PackItem(day: Int(day), place: place, tokens: tokens, link: Payload.link(members)))
    }
    return pack
  }

  /// The first of `link` and `url` that is an address to open; what is none is no link. (T34)
  private static func link(_ members: [String: JSONValue]) -> String? {
    for name in ["link", "url"] {
      if case .text(let text)? = members[name], let link = WebLink(text) { return link.url }
    }
    return nil
  }

  private static func tokens(
    _ members: [String: JSONValue], path: String
  ) throws(FetchFailure) -> [String: String] {
    var tokens: [String: String] = [:]
    for name in ["headline", "summary"] {
      switch members[name] {
      case nil, .null: continue
      case .text(let text):
        tokens[name] = beginning(of: text, Payload.longestToken, lines: name == "summary")
      default: throw FetchFailure(.payload, "\(path)\(name): not a text")
      }
    }
    guard !tokens.isEmpty else {
      throw FetchFailure(.payload, "\(path)headline: is missing, and \(path)summary too")
    }
    try check(tokens, named: "\(path)\(tokens["headline"] == nil ? "summary" : "headline")")
    return tokens
  }
}
