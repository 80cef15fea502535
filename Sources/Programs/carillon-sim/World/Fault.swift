/// Possible faults in a life; `--faults` selects some of them.
enum Fault: String, CaseIterable, Sendable {
  case sleep, power, crash, clock, zone, network, server, feed, store, disk, configuration, user,
    doors, repeats, keyring, callbacks, timers, desktop, messages, scenes, lock,
    carriers, alarms, journeys
}
