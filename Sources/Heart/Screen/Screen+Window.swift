package import CarillonLedger

/// What is shown in the window in place of a popup. (D3)
extension Screen {
  /// Closes the popup of the same subject, and plays the sound that the popup would have had.
  package func shownInWindow(_ delivery: Delivery) throws(StoreFailure) {
    try close(tag: delivery.tag, as: .replaced)
    guard delivery.request?.silent != true, situation.doNotDisturb != true || delivery.isUrgent,
      let sound = try settings.channel(delivery.channel).soundName
    else { return }
    emit(.play(sound))
  }

  /// Takes the banners of a subject away that is over or was answered elsewhere.
  package func clearWindow(of tag: String) throws(StoreFailure) {
    guard ledger.mayBeInWindow else { return }
    for var delivery in try rows.banners() where delivery.tag == tag {
      delivery.inBanner = false
      try save(delivery)
      try trace(delivery, .closed)
      ledger.changed(.state)
    }
  }
}
