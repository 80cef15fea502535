/// Possible faults in a life; `--faults` selects some of them.
enum Fault: String, CaseIterable, Sendable {
  case sleep, power, crash, clock, zone, network, server, feed, store, disk, configuration, user,
    doors, repeats, keyring, callbacks, timers, desktop, messages, scenes, lock,
    carriers, alarms, journeys

  /// Those of a life that names none: not all that is found with journeys is understood yet.
  static let usual = Set(allCases).subtracting([.journeys])
}
