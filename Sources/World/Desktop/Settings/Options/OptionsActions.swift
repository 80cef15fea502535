import CarillonEngine
import CarillonGLib

/// The actions of the settings page's parts.
struct OptionsActions {
  /// Saves one setting; `refused` receives the reason of a refusal, if it should not be a toast.
  let set: (_ key: String, _ value: JSONValue, _ refused: ((String) -> Void)?) -> Void
  let play: (_ sound: String) -> Void
  let zones: () -> TimeZones
  let openNotificationSettings: () -> Void
  let openPrivacy: () -> Void
  let toast: (SettingsModel.Toast) -> Void
  /// Scrolls to what is about to appear.
  let reveal: (Widget) -> Void

  func set(_ key: String, _ value: JSONValue) { set(key, value, nil) }
}
