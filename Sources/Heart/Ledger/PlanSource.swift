import CarillonDetail
package import CarillonText
package import CarillonTime

/// A source of planned deliveries and their contents. (docs/architecture.md)
///
/// The planner decides when occasions are due, the gate whether they are shown; neither knows what
/// they are about.
package protocol PlanSource: AnyObject {
  /// `slot` or `journey`; never changes.
  var name: String { get }

  /// All items by id, including disabled ones.
  func items() throws(StoreFailure) -> [PlanItem]

  /// Notes that the occasions of `item` up to `date` have been dealt with.
  func setConsidered(_ item: PlanItem.ID, _ date: LocalDate) throws(StoreFailure)

  /// The tag of an occasion; notifications with the same tag replace each other. (T33)
  func tag(of occasion: Occasion) -> String

  /// The fields of the message that tells an occasion when it is due; nil if it is shown itself, or if nothing
  /// is to be told. (J5)
  ///
  /// The message is about the subject with the occasion's tag. It passes the gate like any other message, and has
  /// the buttons and the window of that subject.
  func message(of occasion: Occasion) throws(StoreFailure) -> [String: String]?

  /// How long before an occasion the source has work to do; wakes are armed for it. (T3)
  var lead: Span { get throws(StoreFailure) }

  /// How late an occasion may still be shown; at least a minute. (T18)
  var grace: Span { get throws(StoreFailure) }

  /// Prepares a new occasion's delivery.
  func armed(_ delivery: inout Delivery) throws(StoreFailure)

  /// Updates a delivery that is armed again or whose content may have changed.
  func rearmed(_ delivery: inout Delivery) throws(StoreFailure)

  /// Whether to wait a little longer for the content; may start a fetch. (T3)
  func waits(for delivery: inout Delivery, late: Span) throws(StoreFailure) -> Bool

  /// Why the content must not be shown now; nil if it may. (T4, T5)
  ///
  /// A reason that only this source knows is a ``Reason/own(_:)``, worded by ``sentence(for:_:)``.
  func problem(
    with delivery: Delivery
  ) throws(StoreFailure) -> (reason: Reason, evidence: GateCheck.Evidence)?

  /// Why an occasion ahead will not be shown unless a source that has failed works again; nil if it will be
  /// shown. (T36)
  func foreseenProblem(with delivery: Delivery) throws(StoreFailure) -> Reason?

  /// What the gate's passed content check has found out.
  func evidence(of delivery: Delivery) throws(StoreFailure) -> GateCheck.Evidence

  /// The words for a reason of its own: “Not shown: it has rained”. Nil for codes it does not know.
  func sentence(for code: String, _ words: Words) -> String?

  /// Whether its text is or will be encrypted with a key that the keyring has locked. (T28)
  func awaitsKey(_ delivery: Delivery) throws(StoreFailure) -> Bool

  /// The buttons besides Open, at most two. `snooze` and `skip` need no code of the source.
  func buttons(of delivery: Delivery, _ words: Words) -> [NotifyCall.Button]

  /// Carries out one of its own buttons; the response has been recorded.
  func press(_ key: String, on delivery: Delivery) throws(StoreFailure)

  /// One of its deliveries, or the digest it is in, was handed to a server or shown in the window.
  ///
  /// Called again when a snooze returns.
  func shown(_ delivery: Delivery) throws(StoreFailure)

  /// Whether messages may wait for its occasions. (§5, At my hours)
  var isHours: Bool { get }

  /// The user's name for an item without a label or a removed one: `08:00`.
  func caption(of item: PlanItem.ID) -> String

  /// The item with this name, as used by doors; a refusal if there is none.
  func item(named name: String) throws(StoreFailure) -> Result<PlanItem.ID, Refusal>
}

/// What most sources are: their text comes with them, and waits for nothing.
extension PlanSource {
  package func message(of occasion: Occasion) throws(StoreFailure) -> [String: String]? { nil }

  package func waits(
    for delivery: inout Delivery, late: Span
  ) throws(StoreFailure) -> Bool { false }

  package func problem(
    with delivery: Delivery
  ) throws(StoreFailure) -> (reason: Reason, evidence: GateCheck.Evidence)? { nil }

  package func foreseenProblem(with delivery: Delivery) throws(StoreFailure) -> Reason? { nil }

  package var isHours: Bool { false }

  package func evidence(of delivery: Delivery) throws(StoreFailure) -> GateCheck.Evidence { .none }

  package func sentence(for code: String, _ words: Words) -> String? { nil }

  package func awaitsKey(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    delivery.text == .sealed
  }

  package func press(_ key: String, on delivery: Delivery) throws(StoreFailure) {}

  package func shown(_ delivery: Delivery) throws(StoreFailure) {}
}

extension Ledger {
  package func source(of delivery: Delivery) -> (any PlanSource)? {
    delivery.item.flatMap { id in sources.first { $0.name == id.source } }
  }

  /// Tells the sources what of theirs was shown.
  package func tellSources(shown delivery: Delivery) throws(StoreFailure) {
    let members = try delivery.isDigest ? rows.plannedMembers(of: delivery.id) : [delivery]
    for member in members { try source(of: member)?.shown(member) }
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

  /// The item as it is configured now; nil if it was removed.
  package func item(_ id: PlanItem.ID) throws(StoreFailure) -> PlanItem? {
    guard let source = sources.first(where: { $0.name == id.source }) else { return nil }
    return try source.items().first { $0.id == id }
  }

  /// The item called `name` in the first source that knows it; a refusal if none does.
  package func item(named name: String) throws(StoreFailure) -> Result<PlanItem.ID, Refusal> {
    var refusal = Refusal(.notFound, "slotId: there is no slot \(beginning(of: name))")
    for (index, source) in sources.enumerated() {
      switch try source.item(named: name) {
      case .success(let id): return .success(id)
      case .failure(let other): if index == 0 { refusal = other }
      }
    }
    return .failure(refusal)
  }
}
