/// The pictures of messages' notifications. (B8, B9)
extension Decision {
  /// What stands beside the texts of `delivery`; nil for what is no message's.
  func picture(of delivery: Delivery, _ traits: ServerTraits) throws(StoreFailure)
    -> NotifyCall.Picture?
  {
    guard delivery.kind == .message, let thread = try rows.thread(delivery.tag),
      let detail = Kinds.named(thread.kind)?.detail(of: thread, try kindContext()),
      let emblem = detail.emblem
    else { return nil }
    return NotifyCall.Picture(
      emblem: emblem, tone: detail.tone, at: now, side: traits.imageSide)
  }
}
