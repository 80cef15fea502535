import CarillonEngine

/// The texts of the slots' occurrences, from the template and the newest content. (T9, T28)
///
/// Texts are written while an occurrence is ahead, and do not change at the gate.
final class Texts: Room {
  let ledger: Ledger
  private let list: SlotList
  private let contents: Contents

  init(_ ledger: Ledger, _ list: SlotList, _ contents: Contents) {
    self.ledger = ledger
    self.list = list
    self.contents = contents
  }

  /// Renders the text of `delivery` from the newest content of its source, if there is any. (T9)
  ///
  /// For an answer (`.fetched`) the caller has decided whether it may change this delivery. (T6)
  func render(_ delivery: inout Delivery, why: Step.Rendering.Why) throws(StoreFailure) {
    let settings = try settings
    guard let slot = try list.slot(of: delivery), let date = delivery.occasion?.date,
      let newest = try contents.latest(of: settings.source(of: slot))
    else { return }
    let content = try why == .fetched ? newest : keptBack(newest, from: delivery) ?? newest
    guard let payload = content.payload else {
      return try awaitKey(&delivery, to: content)
    }
    let (place, repeats) = try list.place(of: slot, on: date)
    guard let tokens = payload.tokens(on: date, place: place, repeats: repeats) else { return }
    let rendered = (slot.template ?? settings.template).render(slot.values(tokens, on: date))
    let link = payload.link(on: date, place: place, repeats: repeats)?.url
    let same =
      delivery.title == rendered.title && delivery.body == rendered.body && delivery.link == link
    guard !same || delivery.content != content.id else { return }
    delivery.content = content.id
    delivery.did = settings.did
    delivery.title = rendered.title
    delivery.body = rendered.body
    delivery.link = link
    try save(delivery)
    try trace(
      delivery, .rendered(Step.Rendering(why: why, content: content.id, same: same)))
    try reportMissing(rendered.missing, in: delivery)
    changed(.state)
  }

  /// The content that `delivery` keeps if `newest` came inside its lead, with offline first. (T6)
  private func keptBack(
    _ newest: Content, from delivery: Delivery
  ) throws(StoreFailure) -> Content? {
    let settings = try settings
    guard settings.mode == .offlineFirst, delivery.fireAt - now <= settings.lead,
      newest.fetchedAt >= delivery.fireAt - settings.lead,
      let id = delivery.content, id != newest.id, let content = try rows.content(id),
      content.source == newest.source, content.readable == .open,
      content.age(at: max(now, delivery.fireAt)) <= settings.ttl
    else { return nil }
    return content
  }

  /// Records each token of the template that had no value. (T9)
  func reportMissing(_ tokens: [String], in delivery: Delivery) throws(StoreFailure) {
    for token in tokens {
      try report(.templateMissingToken, about: delivery)
      try trace(delivery, .missingToken(beginning(of: token)))
    }
  }

  /// Renders the armed texts again after a change of the configuration; recorded as re-arming.
  func renderArmed(why: Step.Rendering.Why) throws(StoreFailure) {
    for var delivery in try awake()
    where delivery.isOfSlot && delivery.status == .scheduled && delivery.fireAt > now {
      try renderAnew(&delivery, why: why)
    }
  }

  /// Renders the text of `delivery`, whose source may be another one than before.
  func renderAnew(_ delivery: inout Delivery, why: Step.Rendering.Why) throws(StoreFailure) {
    guard let slot = try list.slot(of: delivery) else { return }
    if delivery.title != nil || delivery.text != .open, try isOfAnother(delivery, than: slot) {
      // The new source may have nothing to say, or nothing that can be read now.
      delivery.forgetText()
      try save(delivery)
      try trace(delivery, .rendered(Step.Rendering(why: why, content: nil, same: nil)))
    }
    try render(&delivery, why: why)
  }

  /// Whether the text comes from another source than the slot's. (T4)
  private func isOfAnother(
    _ delivery: Delivery, than slot: Slot
  ) throws(StoreFailure) -> Bool {
    let source = try settings.source(of: slot)
    guard let id = delivery.content, let content = try rows.contentHead(id) else {
      return try contents.latest(of: source) == nil
    }
    return try content.source != contents.source(source)
  }

  /// Notes the content that the text will come from once the keyring is open. (T28)
  private func awaitKey(_ delivery: inout Delivery, to content: Content) throws(StoreFailure) {
    guard delivery.title == nil, delivery.text == .open, delivery.content != content.id else {
      return
    }
    delivery.content = content.id
    delivery.did = try settings.did
    try save(delivery)
    try trace(delivery, .sealed(content: content.id))
  }

  /// Whether only the keyring's key opens its text, or the content for it. (T28)
  func awaitsKey(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    if delivery.text == .sealed { return true }
    guard delivery.title == nil, let id = delivery.content else { return false }
    return try rows.contentHead(id)?.awaitsKey == true
  }

  /// Renders the texts that waited for the keyring. (T9, T28)
  func renderUnlocked() throws(StoreFailure) {
    for var delivery in try awake()
    where delivery.isOfSlot && (delivery.status == .scheduled || delivery.status == .held)
      // Armed texts follow what was configured meanwhile.
      && (delivery.title == nil || delivery.fireAt > now)
    {
      if delivery.text == .lost {
        // A due delivery keeps the text with which it came to the gate.
        guard delivery.fireAt > now else { continue }
        delivery.forgetText()
        try save(delivery)
        try trace(delivery, .keyLost)
      }
      try render(&delivery, why: .unlocked)
    }
  }
}
