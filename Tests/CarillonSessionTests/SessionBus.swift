import CarillonGLib
import Glibc
import TestBus

/// The session bus of this test process, shared because libnotify never changes its bus.
enum SessionBus {
  static let daemon: PrivateBus = {
    do {
      let daemon = try PrivateBus()
      setenv("DBUS_SESSION_BUS_ADDRESS", daemon.address, 1)
      return daemon
    } catch {
      fatalError("a bus for the tests: \(error)")
    }
  }()

  static func connect() throws -> Bus {
    _ = daemon
    return try Bus.open(.session)
  }
}
