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
  }

  /// The slot of a day that a pack's item is for.
  package enum Place: String, Codable, Sendable, CaseIterable {
    case first, second, later

    package init(index: Int) {
      self = index == 0 ? .first : index == 1 ? .second : .later
    }
  }

  package var shape: Shape

  /// Parses a source's response.
  package init(parsing text: String) throws(FetchFailure) {
    guard let document = JSONValue(parsing: text) else {
      throw FetchFailure(.payload, "not JSON")
    }
    try self.init(document)
  }

  /// A single item with these tokens, cleaned. (T25)
  package init(tokens: [String: String]) {
    shape = .item(tokens)
  }

  init(_ document: JSONValue) throws(FetchFailure) {
    guard case .object(let members) = document else {
      throw FetchFailure(.payload, "not an object")
    }
    if case .array(let items) = members["items"], case .integer = members["version"] {
      shape = .pack(try Payload.pack(items))
    } else {
      shape = .item(try Payload.tokens(members, path: ""))
    }
  }

  /// The tokens for one occurrence; nil if there are none.
  ///
  /// A pack never runs out: a day without an item uses the last earlier day.
  package func tokens(on date: LocalDate, place: Place) -> [String: String]? {
    // Blank content may have been stored before it was refused at intake. (T9)
    chosen(on: date, place: place).flatMap { Payload.isBlank($0) ? nil : $0 }
  }

  private func chosen(on date: LocalDate, place: Place) -> [String: String]? {
    switch shape {
    case .item(let tokens): return tokens
    case .pack(let items):
      let day = date.yearMonthDay.day
      let ofPlace = items.filter { $0.place == place }
      let choice = ofPlace.isEmpty ? items : ofPlace
      // Among equals, the first one wins in both searches.
      let before = choice.filter { $0.day <= day }
      guard let latest = (before.isEmpty ? choice : before).map(\.day).max() else { return nil }
      return choice.first { $0.day == latest }?.tokens
    }
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
      pack.append(PackItem(day: Int(day), place: place, tokens: tokens))
    }
    return pack
  }

  private static func tokens(
    _ members: [String: JSONValue], path: String
  ) throws(FetchFailure) -> [String: String] {
    var tokens: [String: String] = [:]
    for name in ["headline", "summary"] {
      switch members[name] {
      case nil, .null: continue
      case .text(let text): tokens[name] = clean(text, lines: name == "summary")
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
