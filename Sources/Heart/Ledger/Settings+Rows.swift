import CarillonDetail
import CarillonText
import CarillonTime

extension Settings {
  /// Every setting with its default, also those of kinds.
  package init(own settings: [OwnSetting]) {
    self.init()
    for setting in settings { own[setting.key] = setting.fallback }
  }

  /// What the rows of `notif_config` say; a value of another version that cannot be read is as if
  /// it were absent.
  package init(rows: [String: String], own settings: [OwnSetting]) {
    self.init(own: settings)
    for key in Settings.keys + settings.map(\.key) { _ = take(key, from: rows, settings) }
  }

  /// The keys whose values are there and cannot be read.
  package static func unreadable(
    in rows: [String: String], own: [OwnSetting]
  ) -> [String] {
    var settings = Settings(own: own)
    return (keys + own.map(\.key)).filter { !settings.take($0, from: rows, own) }
  }

  /// False if the row is there and its value is none.
  private mutating func take(
    _ key: String, from rows: [String: String], _ own: [OwnSetting]
  ) -> Bool {
    guard let text = rows[key] else { return true }
    guard let value = JSONValue(parsing: text) else { return false }
    do throws(Refusal) {
      try take(
        key, Field(path: key, value: value),
        Known(zoneExists: { _ in true }, channels: nil, settings: own))
      return true
    } catch {
      return false
    }
  }
}
