package import CarillonLedger

/// Notifications in the window, while that has the focus. (D3)
extension Gate {
  /// Shows a message as a banner in the window, in place of an older banner of its subject.
  func showInWindow(_ delivery: inout Delivery) throws(StoreFailure) {
    for var older in try rows.banners() where older.tag == delivery.tag {
      older.inBanner = false
      older.replaced = true
      try save(older)
      try trace(older, .replaced)
    }
    delivery.shownAt = now
    delivery.releasedAt = nil
    try move(&delivery, to: .shown, .banner)
    delivery.inBanner = true
    try save(delivery)
    try ledger.hear(.inWindow(delivery))
  }

  /// Has those pop up that were not answered before the window lost the focus, or the process ended.
  ///
  /// They are judged anew, like all that is due.
  package func leaveWindow() throws(StoreFailure) {
    guard ledger.mayBeInWindow, !situation.focused || situation.locked else { return }
    for var delivery in try rows.banners() {
      delivery.inBanner = false
      delivery.shownAt = nil
      delivery.waiting = nil
      try move(&delivery, to: .scheduled, .focusLost)
    }
    ledger.noneIsInWindow()
  }
}
