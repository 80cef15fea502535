import CarillonEngine
import CarillonSlots

extension OptionsModel {
  /// When the notifications of a type are told. (§5, At my hours)
  struct At: Hashable {
    let choice: Choice
    /// Says that the hour chosen is gone, or off; else empty.
    let detail: String

    init(_ at: Settings.ChannelChoice.At, _ slots: [Slot], _ words: Words) {
      let slots = slots.sorted { $0.id < $1.id }
      let options =
        [
          Choice.Option(value: .text("now"), text: words.term("when told", "Now")),
          Choice.Option(value: .text("slot"), text: words.term("when told", "With my next hour")),
        ] + slots.filter(\.enabled).map { Choice.Option($0, words) }
      var current = options.first { $0.value == .text(at.name) }
      var detail = ""
      if current == nil, let slot = slots.first(where: { $0.id.description == at.name }) {
        current = Choice.Option(slot, words)
        detail = words.say("This hour is off. The next one counts instead.")
      }
      if current == nil, let time = WallTime(at.name) {
        current = Choice.Option(
          value: .text(at.name), text: words.say("{time} (removed)", ["time": words.clock(time)]))
        detail = words.say("This hour was removed. The next one counts instead.")
      }
      choice = Choice(options, current: current ?? options[0])
      self.detail = detail
    }
  }
}

extension Choice.Option {
  /// `08:00 Morning`.
  fileprivate init(_ slot: Slot, _ words: Words) {
    value = .text(slot.id.description)
    let time = words.clock(slot.id.time)
    text =
      slot.label.isEmpty
      ? time : words.say("{time} {name}", ["time": time, "name": slot.label])
  }
}
