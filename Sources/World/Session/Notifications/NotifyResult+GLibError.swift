import CarillonEngine
import CarillonGLib

extension NotifyResult {
  /// Interprets an error of a `Notify` call; nil if it adds nothing to what an overdue call has
  /// already reported.
  init?(_ error: GLibError, isOverdue: Bool) {
    switch error.remoteName {
    case "org.freedesktop.Notifications.Error.ExcessNotificationGeneration":
      self = .excess
    case "org.freedesktop.DBus.Error.ServiceUnknown",
      "org.freedesktop.DBus.Error.NameHasNoOwner",
      // The bus gave up starting the service, so the call is lost too.
      "org.freedesktop.DBus.Error.TimedOut":
      self = .unowned
    case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected":
      self = .abandoned
    case let name? where name.hasPrefix("org.freedesktop.DBus.Error.Spawn."):
      self = .unowned
    case let name?:
      self = .refused(name: name, message: error.message)
    case nil where isOverdue:
      // Libnotify stopped waiting, but the server has the call.
      return nil
    case nil:
      // The connection failed, not the server: the call may have arrived.
      self = .abandoned
    }
  }
}
