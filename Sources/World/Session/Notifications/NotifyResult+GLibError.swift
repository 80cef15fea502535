import CarillonEngine
import CarillonGLib

extension NotifyResult {
  /// What an error of a `Notify` call means; nil if it says nothing that an overdue call did not.
  init?(_ error: GLibError, isOverdue: Bool) {
    switch error.remoteName {
    case "org.freedesktop.Notifications.Error.ExcessNotificationGeneration":
      self = .excess
    case "org.freedesktop.DBus.Error.ServiceUnknown",
      "org.freedesktop.DBus.Error.NameHasNoOwner",
      // The bus gave up starting the service; the call went with it.
      "org.freedesktop.DBus.Error.TimedOut":
      self = .unowned
    case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected":
      self = .abandoned
    case let name? where name.hasPrefix("org.freedesktop.DBus.Error.Spawn."):
      self = .unowned
    case let name?:
      self = .refused(name: name, message: error.message)
    case nil where isOverdue:
      // Libnotify stopped waiting. The server has the call all the same.
      return nil
    case nil:
      // The connection, not the server: what was sent may have arrived.
      self = .abandoned
    }
  }
}
