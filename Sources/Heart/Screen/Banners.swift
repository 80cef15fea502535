package import CarillonLedger

/// What is shown in the window in place of a popup. (D3)
package final class Banners: Room {
  package let ledger: Ledger
  private let screen: Screen

  package init(_ ledger: Ledger, _ screen: Screen) {
    self.ledger = ledger
    self.screen = screen
  }

  /// Closes the popup of the same subject, and plays the sound that the popup would have had.
  package func shown(_ delivery: Delivery) throws(StoreFailure) {
    try screen.close(tag: delivery.tag, as: .replaced)
    guard delivery.request?.silent != true, delivery.request?.soundless != true,
      situation.doNotDisturb != true || delivery.isUrgent,
      let sound = try delivery.soundName(in: settings.choice(for: delivery))
    else { return }
    emit(.play(sound))
  }

  /// Removes the banners of a subject that is over or was answered elsewhere.
  package func clear(of tag: String) throws(StoreFailure) {
    guard ledger.mayBeInWindow else { return }
    for var delivery in try rows.banners() where delivery.tag == tag {
      delivery.inBanner = false
      try save(delivery)
      try trace(delivery, .closed)
      changed(.state)
    }
  }
}
