import CarillonInbox
import CarillonLedger
import CarillonScreen

/// Finds the picture and buttons of a notification: for messages from the inbox, otherwise from its
/// plan source.
final class KindPresenter: Presenter {
  private let inbox: Inbox

  init(_ inbox: Inbox) { self.inbox = inbox }

  func picture(
    of delivery: Delivery, side: Int
  ) throws(StoreFailure) -> NotifyCall.Picture? {
    guard delivery.isMessage else { return nil }
    let detail = try inbox.detail(about: delivery.tag)
    let file = delivery.request?.photo?.file
    guard file != nil || detail?.emblem != nil else { return nil }
    return NotifyCall.Picture(
      file: file, emblem: detail?.emblem, tone: detail?.tone ?? .blue, at: inbox.now, side: side)
  }

  func buttons(of delivery: Delivery) throws(StoreFailure) -> [NotifyCall.Button] {
    if delivery.isDigest { return try GroupButtons(ledger: inbox.ledger).buttons(of: delivery) }
    guard let source = inbox.ledger.source(of: delivery) else { return [] }
    return source.buttons(of: delivery, inbox.words)
  }
}
