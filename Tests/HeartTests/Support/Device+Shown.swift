import CarillonFeatures
import CarillonStore

extension Device {
  /// Puts general messages into the store that were shown, one a minute from an hour before `start` on.
  func fill(
    _ numbers: ClosedRange<Int>, before start: Instant, _ change: (inout Delivery, Int) -> Void
  ) throws {
    try store.transaction { rows throws(StoreFailure) in
      for number in numbers {
        let at = start - .hours(1) + .minutes(Int64(number))
        var delivery = Delivery(
          .message, tag: "m:\(number)", at: at, now: at,
          request: Request(channel: "general", category: "general"))
        delivery.status = .shown
        delivery.title = "No. \(number)"
        delivery.body = ""
        delivery.calls = 1
        delivery.shownAt = at
        delivery.decidedAt = at
        change(&delivery, number)
        _ = try rows.insert(delivery)
      }
    }
  }
}
