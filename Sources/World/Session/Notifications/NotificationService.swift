import CarillonGLib

/// The bus name and object of the desktop's notification server, whoever owns it.
enum NotificationService {
  static let name = "org.freedesktop.Notifications"
  static let path = "/org/freedesktop/Notifications"
  /// The types of the arguments of its signals.
  static let signalTypes: Set = ["us", "uu"]

  /// The server with this unique name: a call to it never reaches or starts another one.
  static func object(of owner: String) -> BusObject {
    BusObject(owner, path, name)
  }
}
