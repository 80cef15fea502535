import CarillonEngine

/// The preview of a template while it is edited; changes nothing. (T9)
final class Previews: Room {
  let ledger: Ledger
  private let list: SlotList
  private let contents: Contents

  init(_ ledger: Ledger, _ list: SlotList, _ contents: Contents) {
    self.ledger = ledger
    self.list = list
    self.contents = contents
  }

  /// The texts that a template would give now. (T9)
  ///
  /// Without a slot, those of the next one, or of any; without a template, from the slot's own.
  func preview(_ name: String?, _ template: Template?) throws(StoreFailure) -> Answer {
    let slotID = name.flatMap { SlotID($0) }
    if name != nil, slotID == nil {
      return .refused(Refusal(.invalidArgument, "preview.slotId: must be a time such as 0800"))
    }
    var template = template
    do throws(Refusal) {
      // Cleaned and checked like a setting.
      template = try template.map { given throws(Refusal) in
        try Template(Field(path: "preview.contentTemplate", value: given.document))
      }
    } catch {
      return .refused(error)
    }
    let next = try list.next(slotID)
    var slot = try list.slot(slotID ?? next?.slot)
    if slot == nil, slotID == nil { slot = try list.slots.first }
    if let slotID, slot == nil {
      return .refused(Refusal(.notFound, "slotId: there is no slot \(slotID)"))
    }
    return .done(Reply(try preview(of: slot, on: next?.date, template)))
  }

  private func preview(
    of slot: Slot?, on date: LocalDate?, _ template: Template?
  ) throws(StoreFailure) -> PreviewReport {
    let settings = try settings
    let date = date ?? zone.wallClock(at: now).date
    let spec = slot.map { settings.source(of: $0) } ?? settings.callbacks?.fetchContent
    let content = try contents.latest(of: spec)
    var (place, repeats) = (Payload.Place.first, 0)
    if let slot { (place, repeats) = try list.place(of: slot, on: date) }
    // Without any slot, as if one rang now.
    let slot = slot ?? Slot(id: SlotID(zone.wallClock(at: now).time), label: "", considered: date)
    let values = slot.values(
      content?.payload?.tokens(on: date, place: place, repeats: repeats) ?? [:], on: date)
    let rendered = (template ?? slot.template ?? settings.template).render(values)
    return PreviewReport(
      title: rendered.title, body: rendered.body, titleLength: rendered.titleLength,
      bodyLength: rendered.bodyLength, missing: rendered.missing, values: values,
      link: content?.payload?.link(on: date, place: place, repeats: repeats)?.url,
      stored: content.map {
        .init(
          fetchedAt: $0.fetchedAt.iso(in: zone), validatedAt: $0.validatedAt.iso(in: zone),
          etag: $0.etag, expired: $0.age(at: now) > settings.ttl)
      },
      unreadable: content.flatMap { $0.readable == .open ? nil : $0.readable.rawValue })
  }
}
