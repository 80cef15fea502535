package import CarillonLedger

/// Supplies the picture and the buttons of a notification, which depend on its kind or plan source.
package protocol Presenter: AnyObject {
  /// The photo or drawing beside the texts, `side` pixels wide; nil for only the icon. (B8, B18)
  func picture(of delivery: Delivery, side: Int) throws(StoreFailure) -> NotifyCall.Picture?

  /// What it says and offers by now, if that is right only for a moment; nil to leave it as it is. (J5)
  func renewed(_ delivery: Delivery) throws(StoreFailure) -> Delivery?

  /// The buttons besides Open, for deliveries that are not messages.
  func buttons(of delivery: Delivery) throws(StoreFailure) -> [NotifyCall.Button]
}
