import CarillonEngine
import CarillonSlots

/// The hour that the page shows a preview for.
///
/// Hours with their own content and text are not affected by this page.
struct PreviewHour: Hashable {
  /// Nil if there are no hours.
  let slotID: SlotID?
  let caption: String

  init(_ report: StateReport, _ configuration: ConfigurationReport, today: LocalDate, words: Words)
  {
    let planned = report.nextOccurrences.compactMap { occurrence in
      configuration.slots.first { $0.id.description == occurrence.slotId }.map { (occurrence, $0) }
    }
    let rest = configuration.slots.map { (StateReport.Occurrence?.none, $0) }
    let all = planned.map { (StateReport.Occurrence?.some($0.0), $0.1) } + rest
    let chosen =
      all.first { $0.1.fetch == nil && $0.1.template == nil }
      ?? all.first { $0.1.template == nil } ?? all.first
    slotID = chosen?.1.id
    if let moment = chosen?.0?.moment {
      caption = words.say(
        "As it would look {moment}", ["moment": words.at(moment, today: today)])
    } else if let slot = chosen?.1 {
      caption = words.say("As it would look at {time}", ["time": words.clock(slot.id.time)])
    } else {
      caption = words.say("As it would look")
    }
  }
}
