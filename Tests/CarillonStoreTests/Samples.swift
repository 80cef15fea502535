import CarillonFeatures
import CarillonStore
import Testing

/// The reference instant of the tests: 2026-11-21T07:00:00Z.
let start = Instant(seconds: 1_795_244_400)

func slotID(_ text: String) throws -> SlotID { try #require(SlotID(text)) }

/// The item of the slot with this id.
func item(_ slot: String) throws -> PlanItem.ID { try slotID(slot).item }

func date(_ text: String) throws -> LocalDate { try #require(LocalDate(text)) }

/// The row of a newly armed occasion of a slot.
func scheduled(
  _ slot: String = "0800", _ day: String = "2026-11-21", at: Instant = start
) throws -> Delivery {
  Delivery(
    .planned(Occasion(try item(slot), on: try date(day))), tag: "slot:\(slot)", at: at, now: start)
}

/// The same row, shown as number `id` on the screen.
func shown(
  _ slot: String = "0800", _ day: String = "2026-11-21", at: Instant = start, screen id: UInt32 = 1
) throws -> Delivery {
  var delivery = try scheduled(slot, day, at: at)
  delivery.status = .shown
  delivery.decidedAt = at
  delivery.shownAt = at
  delivery.calls = 1
  delivery.title = "A title"
  delivery.onScreen = OnScreen(bus: "b0", owner: ":1.7", id: id)
  return delivery
}

func payload(_ text: String) throws -> Payload { try Payload(parsing: text) }

extension SQLiteDataStore {
  /// Inserts a delivery and returns it with its id.
  @discardableResult
  func add(_ delivery: Delivery) throws -> Delivery {
    var delivery = delivery
    delivery.id = try transaction { rows throws(StoreFailure) in try rows.insert(delivery) }
    return delivery
  }
}

/// A callback that waits to be posted.
func posting(_ key: String, body: String = "{}", at createdAt: Instant) -> Posting {
  Posting(
    to: Address("callbacks/a"), key: key, body: body, policy: .atLeastOnce(for: Posting.life),
    createdAt: createdAt)
}
