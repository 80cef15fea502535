import CarillonDetail
package import CarillonText
package import CarillonTime

/// Where planned deliveries come from, and what each of them says. (DESIGN: Planning)
///
/// The planner decides when its occasions are due, the gate whether they are shown; neither knows what
/// they are about.
package protocol PlanSource: AnyObject {
  /// `slot`, `journey`: never changes.
  var name: String { get }

  /// Every item, also those that are switched off, by id.
  func items() throws(StoreFailure) -> [PlanItem]

  /// The occasions of `item` up to `date` have been dealt with.
  func setConsidered(_ item: PlanItem.ID, _ date: LocalDate) throws(StoreFailure)

  /// What replaces what on the screen: one tag for each item. (T33)
  func tag(of item: PlanItem.ID) -> String

  /// How long before an occasion something of it is to be done; wakes are armed for it. (T3)
  var lead: Span { get throws(StoreFailure) }

  /// How late an occasion is still wanted, at least a minute. (T18)
  var grace: Span { get throws(StoreFailure) }

  /// A new occasion has its row.
  func armed(_ delivery: inout Delivery) throws(StoreFailure)

  /// It is armed again, or may have to say something else now.
  func rearmed(_ delivery: inout Delivery) throws(StoreFailure)

  /// Whether it is worth waiting for its content a moment longer; may begin to fetch. (T3)
  func waits(for delivery: inout Delivery, late: Span) throws(StoreFailure) -> Bool

  /// Why its content may not be shown now; nil: it may. (T4, T5)
  func problem(
    with delivery: Delivery
  ) throws(StoreFailure) -> (code: String, values: [String: String])?

  /// The values of the gate's check that its content passed.
  func evidence(of delivery: Delivery) throws(StoreFailure) -> [String: String]

  /// Whether it has a text, or will have one, that only the keyring's key opens. (T28)
  func awaitsKey(_ delivery: Delivery) throws(StoreFailure) -> Bool

  /// Its buttons beside Open, at most two.
  func buttons(of delivery: Delivery, _ words: Words) -> [NotifyCall.Button]

  /// What the user calls an item that has no label, or is gone: `08:00`.
  func caption(of item: PlanItem.ID) -> String

  /// The item that a door calls by this name; refused where there is none.
  func item(named name: String) throws(StoreFailure) -> Result<PlanItem.ID, Refusal>
}

extension Ledger {
  package func source(of delivery: Delivery) -> (any PlanSource)? {
    delivery.item.flatMap { id in sources.first { $0.name == id.source } }
  }

  /// Gives an occasion its attempt again where zone or clock has moved it to more than an hour before its
  /// lead; whether it had used it up. (T3)
  @discardableResult
  package func giveBackAttempt(_ delivery: inout Delivery) throws(StoreFailure) -> Bool {
    guard delivery.attemptAt != nil, let source = source(of: delivery),
      delivery.fireAt - now > (try source.lead) + .hours(1)
    else { return false }
    delivery.attemptAt = nil
    return true
  }

  /// The item as it is configured now; nil once it was removed.
  package func item(_ id: PlanItem.ID) throws(StoreFailure) -> PlanItem? {
    guard let source = sources.first(where: { $0.name == id.source }) else { return nil }
    return try source.items().first { $0.id == id }
  }

  /// The item of whichever source knows `name`; refused where none does.
  package func item(named name: String) throws(StoreFailure) -> Result<PlanItem.ID, Refusal> {
    var refusal = Refusal(.notFound, "slotId: there is no slot \(name.prefix(40))")
    for (index, source) in sources.enumerated() {
      switch try source.item(named: name) {
      case .success(let id): return .success(id)
      case .failure(let other): if index == 0 { refusal = other }
      }
    }
    return .failure(refusal)
  }
}
