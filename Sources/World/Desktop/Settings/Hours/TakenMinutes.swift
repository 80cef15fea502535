import CarillonEngine
import CarillonSlots

/// The minutes of the day that have an hour: each can have only one. (T1)
struct TakenMinutes {
  /// The result of checking a typed time.
  enum Check: Equatable {
    case free(WallTime)
    case taken(WallTime, by: String, next: WallTime?)
    case unreadable
  }

  private let names: [WallTime: String]
  private let region: Region

  /// Ignores the slot `own`, which may keep its minute.
  init(_ slots: [Slot], besides own: SlotID? = nil, region: Region = Region()) {
    self.region = region
    names = Dictionary(
      slots.filter { $0.id != own }.map { ($0.id.time, $0.label) }, uniquingKeysWith: { $1 })
  }

  func check(_ text: String) -> Check {
    guard let time = WallTime(typed: text, in: region) else { return .unreadable }
    guard let name = names[time] else { return .free(time) }
    return .taken(time, by: name, next: free(from: time))
  }

  /// A time for a new hour: the next free full hour, or else a free time near it.
  ///
  /// Nil if every minute of the day is taken.
  func proposal(after now: WallTime) -> WallTime? {
    let hour = now.hour * 60
    let full = (1...24).map { WallTime(ofDay: hour + $0 * 60) }
    return full.first { names[$0] == nil } ?? free(from: full[0])
  }

  /// The first free time from `time` on, preferring multiples of five minutes.
  func free(from time: WallTime) -> WallTime? {
    let first = (time.minuteOfDay + 4) / 5 * 5
    let fives = (0..<288).lazy.map { WallTime(ofDay: first + $0 * 5) }
    let all = (0..<1440).lazy.map { WallTime(ofDay: time.minuteOfDay + $0) }
    return fives.first { names[$0] == nil } ?? all.first { names[$0] == nil }
  }
}

extension Words {
  /// Why a time is not available; nil if it is.
  func problem(_ check: TakenMinutes.Check) -> String? {
    switch check {
    case .free: return nil
    case .unreadable: return say("Type a time such as 7:30.")
    case .taken(let time, let name, let next):
      guard let next else { return say("Every minute of the day is already taken.") }
      let values = ["time": clock(time), "name": name, "free": clock(next)]
      return name.isEmpty
        ? say("{time} is taken. Each minute can ring once; {free} is free.", values)
        : say("{time} is taken by “{name}”. Each minute can ring once; {free} is free.", values)
    }
  }
}
