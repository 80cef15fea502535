import CarillonDetail
import CarillonText
import CarillonTime

extension Ledger {
  /// Whether what `delivery` says was fetched for whom things are fetched now. (T29)
  package func isOurs(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    try delivery.did == settings.did
  }

  /// What a user may read of it: nothing, if it was fetched for somebody else. (T29)
  package func title(of delivery: Delivery) throws(StoreFailure) -> String? {
    try isOurs(delivery) ? delivery.title : nil
  }

  package func body(of delivery: Delivery) throws(StoreFailure) -> String? {
    try isOurs(delivery) ? delivery.body : nil
  }

  /// What is armed, or is so again, says nothing that was fetched for another identity. (T29)
  package func disown(_ delivery: inout Delivery) throws(StoreFailure) {
    guard try !isOurs(delivery) else { return }
    delivery.did = try settings.did
    delivery.content = nil
    delivery.title = nil
    delivery.body = nil
    try save(delivery)
    try trace(delivery, "identity")
  }
}
