/// What a user switches on or off and gives a sound. (D7)
package struct Channel: Hashable, Sendable {
  package let id: String
  /// In English; `Words.channel` has it for people.
  package let name: String

  /// The slots' channel; its id never changes. (T26)
  package static let daily = Channel(id: "timesafari.daily", name: "TimeSafari Daily")

  /// Of the hours, and of every kind of message.
  package static let all = [daily] + Kinds.all.flatMap { $0.channels }

  package static func named(_ id: String) -> Channel? { all.first { $0.id == id } }
}
