/// What a user switches on or off and gives a sound. (D7)
package struct Channel: Hashable, Sendable {
  package let id: String
  package let name: String

  /// The slots' channel; its id never changes. (T26)
  package static let daily = Channel(id: "timesafari.daily", name: "TimeSafari Daily")

  package static let all = [daily]
}
