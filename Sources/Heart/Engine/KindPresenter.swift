import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonPlanning
import CarillonScreen

/// Finds the picture and buttons of a notification: for a message from its subject, otherwise from its
/// plan source.
final class KindPresenter: Presenter {
  private let subjects: Subjects
  private let planning: Planning
  private let groups: Groups

  init(_ subjects: Subjects, _ planning: Planning, _ groups: Groups) {
    self.subjects = subjects
    self.planning = planning
    self.groups = groups
  }

  func picture(
    of delivery: Delivery, side: Int
  ) throws(StoreFailure) -> NotifyCall.Picture? {
    guard delivery.isMessage else { return nil }
    let detail = try subjects.detail(about: delivery.tag)
    let file = delivery.request?.photo?.file
    guard file != nil || detail?.emblem != nil else { return nil }
    return NotifyCall.Picture(
      file: file, emblem: detail?.emblem, tone: detail?.tone ?? .blue, at: subjects.now, side: side)
  }

  func renewed(_ delivery: Delivery) throws(StoreFailure) -> Delivery? {
    try subjects.renewed(delivery)
  }

  func buttons(of delivery: Delivery) throws(StoreFailure) -> [NotifyCall.Button] {
    if delivery.isDigest { return try GroupButtons(groups: groups).buttons(of: delivery) }
    guard let source = subjects.ledger.source(of: delivery), let item = delivery.item else {
      return []
    }
    let buttons = source.buttons(of: delivery, subjects.words)
    guard let place = buttons.firstIndex(where: { $0.key == SlotAction.skip.rawValue }) else {
      return buttons
    }
    return try naming(buttons, at: place, what: planning.skippable(item))
  }

  /// Lets the Skip button name what it skips: in the popup of this hour, “next” is tomorrow’s. (T33)
  ///
  /// Without it if a press would do nothing.
  private func naming(
    _ buttons: [NotifyCall.Button], at place: Int, what next: Instant?
  ) -> [NotifyCall.Button] {
    var buttons = buttons
    guard let next else {
      buttons.remove(at: place)
      return buttons
    }
    let zone = subjects.zone
    let today = zone.wallClock(at: subjects.now).date
    buttons[place].label = subjects.words.skip(Moment(next, in: zone), today: today)
    return buttons
  }
}
