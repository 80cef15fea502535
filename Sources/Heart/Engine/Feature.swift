import CarillonGate
package import CarillonInbox
package import CarillonLedger
import CarillonOutgoing
package import CarillonPlanning
import CarillonScreen

/// A plan source with a life of its own: what a turn tells it, and what doors ask of it.
///
/// Turn names rooms; features it only knows by this. One is plugged in by its line in `Features`.
package protocol Feature: Room, PlanSource {
  /// What outlives a turn; handed back by its ``Plug`` at the next one.
  var keepsake: any Sendable { get }

  /// A process begins: what was in flight is settled, and the first start makes its items.
  func start() throws(StoreFailure)

  /// Something about the world changed, and the situation already says so.
  func learn(_ change: Situation.Change) throws(StoreFailure)

  /// After planning, in every turn: what is armed may have to be prepared.
  func follow(_ news: News) throws(StoreFailure)

  /// Work ended; false if the ticket is not this feature's.
  func finish(_ ticket: Ticket, _ outcome: Outcome) throws(StoreFailure) -> Bool

  /// Last of all: answers whoever waited for planning.
  func publish() throws(StoreFailure)

  /// What the user asked for does not come, and may be asked for again at once. (T12)
  func takeBack(_ delivery: Delivery) throws(StoreFailure)

  /// Carries out an order, if it is this feature's.
  func carryOut(
    _ order: Order, for caller: Caller, _ configuring: Configuring
  ) throws(StoreFailure) -> Handled

  /// Answers what only reads, if it is this feature's.
  func read(_ query: Query) throws(StoreFailure) -> Answer?

  // MARK: Configuration

  /// The key of its items in the configuration, `slots`.
  var key: String { get }

  /// All its items, as `GetConfiguration` lists them.
  var document: JSONValue { get throws(StoreFailure) }

  /// Reads what ``adoptStaged()`` makes so; refuses by the field's name.
  func stage(_ field: Field) throws(Refusal)

  /// Makes the items those that were staged; whether that changed any.
  func adoptStaged() throws(StoreFailure) -> Bool

  /// The secrets that its items name. (T27)
  var secrets: [SecretReference] { get throws(StoreFailure) }

  // MARK: State

  func contribute(to report: inout StateReport) throws(StoreFailure)
  func hints() throws(StoreFailure) -> [StateReport.Hint]
}

/// What a feature does that only brings occasions.
extension Feature {
  package func start() throws(StoreFailure) {}
  package func learn(_ change: Situation.Change) throws(StoreFailure) {}

  /// What was configured may have taken a text away, as a change of identity does.
  package func follow(_ news: News) throws(StoreFailure) {
    guard news.configured else { return }
    for var delivery in try live()
    where delivery.item?.source == name && delivery.isAhead(of: now)
      && delivery.status == .scheduled && delivery.title == nil
    {
      try rearmed(&delivery)
    }
  }

  package func finish(_ ticket: Ticket, _ outcome: Outcome) throws(StoreFailure) -> Bool { false }

  package func publish() throws(StoreFailure) {}
  package func takeBack(_ delivery: Delivery) throws(StoreFailure) {}

  package func carryOut(
    _ order: Order, for caller: Caller, _ configuring: Configuring
  ) throws(StoreFailure) -> Handled { .notMine }

  package func read(_ query: Query) throws(StoreFailure) -> Answer? { nil }

  package var secrets: [SecretReference] { get throws(StoreFailure) { [] } }

  package func contribute(to report: inout StateReport) throws(StoreFailure) {}
  package func hints() throws(StoreFailure) -> [StateReport.Hint] { [] }
}

/// What happened this turn, as far as features follow it.
package struct News {
  /// Settings or items changed, or the process begins.
  package var configured = false
  /// Sources without any content are to be asked now. (T4)
  package var mayFetchFirst = false
}

/// Whether an order was a feature's, and what it answers.
package enum Handled {
  case notMine
  /// Nil: the answer follows, by what becomes of it.
  case answered(Answer?)
}

/// How a feature is made for a turn.
package struct Plug: Sendable {
  package let name: String
  /// Whether one of its items can be read as it is stored.
  let canRead: @Sendable (StoredPlanItem) -> Bool
  let make: @Sendable (Ledger, Planning, (any Sendable)?) -> any Feature

  package init(
    _ name: String, canRead: @escaping @Sendable (StoredPlanItem) -> Bool = { _ in true },
    make: @escaping @Sendable (Ledger, Planning, (any Sendable)?) -> any Feature
  ) {
    self.name = name
    self.canRead = canRead
    self.make = make
  }
}

/// What Carillon can do besides its machinery: plan sources and kinds of messages.
package struct Features: Sendable {
  package let plugs: [Plug]
  package let kinds: Kinds

  package init(plugs: [Plug], kinds: [any MessageKind.Type]) {
    self.plugs = plugs
    self.kinds = Kinds(kinds)
  }

  /// Of the hours, and of every kind of message. (D7)
  package var channels: [Channel] { [.daily] + kinds.all.flatMap { $0.channels } }

  /// Whether a feature of these can read `item`; what none can is damage. (T7)
  package func canRead(_ item: StoredPlanItem) -> Bool {
    plugs.contains { $0.name == item.id.source && $0.canRead(item) }
  }

  package var settings: [OwnSetting] {
    kinds.all.flatMap { ($0 as? any Configured.Type)?.settings ?? [] }
  }
}
