import CarillonDetail
import CarillonText
import CarillonTime

extension Settings {
  /// What the rows of `notif_config` say; a value of another version that cannot be read is as if
  /// it were absent.
  package init(rows: [String: String]) {
    self.init()
    for key in Settings.keys { _ = take(key, from: rows) }
  }

  /// The keys whose values are there and cannot be read.
  package static func unreadable(in rows: [String: String]) -> [String] {
    var settings = Settings()
    return keys.filter { !settings.take($0, from: rows) }
  }

  /// False if the row is there and its value is none.
  private mutating func take(_ key: String, from rows: [String: String]) -> Bool {
    guard let text = rows[key] else { return true }
    guard let value = JSONValue(parsing: text) else { return false }
    do throws(Refusal) {
      try take(key, Field(path: key, value: value), .stored)
      return true
    } catch {
      return false
    }
  }
}
