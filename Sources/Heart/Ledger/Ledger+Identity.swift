import CarillonDetail
import CarillonText
import CarillonTime

extension Ledger {
  /// Whether the delivery's content was fetched for the current identity. (T29)
  package func isOurs(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    try delivery.did == settings.did
  }

  /// The title that the user may see; nil if it was fetched for another identity. (T29)
  package func title(of delivery: Delivery) throws(StoreFailure) -> String? {
    try isOurs(delivery) ? delivery.title : nil
  }

  package func body(of delivery: Delivery) throws(StoreFailure) -> String? {
    try isOurs(delivery) ? delivery.body : nil
  }

  /// Where it leads, for the user to open; nil if nowhere, or if it was fetched for another identity. (T34)
  package func link(of delivery: Delivery) throws(StoreFailure) -> WebLink? {
    try isOurs(delivery) ? delivery.link.flatMap { WebLink($0) } : nil
  }

  /// Removes content that was fetched for another identity when a delivery is armed. (T29)
  package func disown(_ delivery: inout Delivery) throws(StoreFailure) {
    guard try !isOurs(delivery) else { return }
    delivery.did = try settings.did
    delivery.forgetText()
    try save(delivery)
    try trace(delivery, .identity)
  }
}
