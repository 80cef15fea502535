import CarillonFeatures
import CarillonGLib
import Foundation

/// The zones of the system's tzdata, with their rules.
final class Globe {
  /// One name for each set of rules since 1970, sorted. (tzdata's `zone1970.tab`)
  static let zones: [String] = {
    let path = "/usr/share/zoneinfo/zone1970.tab"
    do {
      let table = try String(contentsOfFile: path, encoding: .utf8)
      let names = table.split(separator: "\n").filter { !$0.hasPrefix("#") }
        .compactMap { $0.split(separator: "\t").dropFirst(2).first.map(String.init) }
      return names.sorted()
    } catch {
      preconditionFailure("the system's tzdata cannot be read: \(error)")
    }
  }()

  private let table = ZoneTable()
  private var rules: [String: any ZoneRules] = [:]

  /// Cached, because tzdata does not change during a life.
  func zone(named name: String) -> (any ZoneRules)? {
    if let known = rules[name] { return known }
    let found = table.zone(named: name)
    rules[name] = found
    return found
  }
}
