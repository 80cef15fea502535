package import CarillonLedger

/// What a notification shows beside its texts; its kind or plan source knows.
package protocol Presenter: AnyObject {
  /// The photo or drawing beside the texts, `side` pixels large; nil: the icon has to do. (B8, B18)
  func picture(of delivery: Delivery, side: Int) throws(StoreFailure) -> NotifyCall.Picture?

  /// Its buttons beside Open, if it has no message's.
  func buttons(of delivery: Delivery) -> [NotifyCall.Button]
}
