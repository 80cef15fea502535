import CarillonEngine
import CarillonGLib

/// What the parts of the page of settings can do.
struct OptionsActions {
  /// Saves one setting; `refused` is told why not, where a toast is not the place.
  let set: (_ key: String, _ value: JSONValue, _ refused: ((String) -> Void)?) -> Void
  let play: (_ sound: String) -> Void
  let zones: () -> TimeZones
  let openNotificationSettings: () -> Void
  let openPrivacy: () -> Void
  /// Scrolls to what is about to appear.
  let reveal: (Widget) -> Void

  func set(_ key: String, _ value: JSONValue) { set(key, value, nil) }
}
