/// Possible faults in a life; `--faults` selects some of them.
enum Fault: String, CaseIterable, Sendable {
  case sleep, power, crash, clock, zone, network, server, feed, store, disk, configuration, user,
    doors, repeats, keyring, callbacks, timers, desktop, messages, scenes, lock,
    carriers, alarms

  /// The faults of a life without a selection: all but alarms, of whose groups the watch does not know
  /// enough yet.
  static let usual = Set(allCases).subtracting([.alarms])
}
