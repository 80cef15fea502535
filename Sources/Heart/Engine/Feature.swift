import CarillonGate
package import CarillonInbox
package import CarillonLedger
import CarillonOutgoing
package import CarillonPlanning
import CarillonScreen

/// A plan source that hears of a turn's events and has orders of its own.
///
/// Turn knows features only by this protocol. A line in `Features` plugs one in.
package protocol Feature: Room, PlanSource {
  /// What outlives a turn; its ``Plug`` gets it back at the next one.
  var keepsake: any Sendable { get }

  /// A process begins: settles what was in flight, and at a first start creates the items.
  func start() throws(StoreFailure)

  /// A fact about the world has changed; the situation is already updated.
  func learn(_ change: Situation.Change) throws(StoreFailure)

  /// What is known of a subject was stored; returns whether occasions of the feature moved with it. (J9)
  func learned(of subject: Subject) throws(StoreFailure) -> Bool

  /// The user has come to another zone; called before what is planned moves. (T16)
  func zoneMoved() throws(StoreFailure)

  /// What was known of its subjects is gone: they were about another identity. (T29)
  func subjectsForgotten() throws(StoreFailure)

  /// Some of its subjects may have outlived the retention. (T8)
  func subjectsPruned() throws(StoreFailure)

  /// Called in every turn, after planning: prepares what is armed.
  func follow(_ news: News) throws(StoreFailure)

  /// Takes the result of work; returns false if the ticket is not this feature's.
  func finish(_ ticket: Ticket, _ outcome: Outcome) throws(StoreFailure) -> Bool

  /// Called last: answers the callers that waited for planning.
  func publish() throws(StoreFailure)

  /// What the user asked for will not be shown, and may be asked for again at once. (T12)
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

  /// Reads the items that ``adoptStaged()`` will store; a refusal names the field.
  func stage(_ field: Field) throws(Refusal)

  /// The staged items, as ``document`` lists them; nil if none are staged.
  var stagedDocument: JSONValue? { get }

  /// Stores the staged items; returns whether that changed any.
  func adoptStaged() throws(StoreFailure) -> Bool

  /// The secrets that its items refer to. (T27)
  var secrets: [SecretReference] { get throws(StoreFailure) }

  // MARK: State

  func contribute(to report: inout StateReport) throws(StoreFailure)
  func hints() throws(StoreFailure) -> [StateReport.Hint]

  /// The sources that have failed, and leave an occasion ahead without content. (T36)
  func failingSources() throws(StoreFailure) -> [FailingSource]
}

/// The defaults for a feature that only brings occasions.
extension Feature {
  package func start() throws(StoreFailure) {}
  /// Rewrites the texts whose key is lost. (T28)
  package func learn(_ change: Situation.Change) throws(StoreFailure) {
    if case .keyring(.open) = change { try writeMissingTexts() }
  }

  package func learned(of subject: Subject) throws(StoreFailure) -> Bool { false }
  package func zoneMoved() throws(StoreFailure) {}
  package func subjectsForgotten() throws(StoreFailure) {}
  package func subjectsPruned() throws(StoreFailure) {}

  /// A change of the configuration, such as another identity, may have removed texts.
  package func follow(_ news: News) throws(StoreFailure) {
    if news.configured { try writeMissingTexts() }
  }

  private func writeMissingTexts() throws(StoreFailure) {
    for var delivery in try awake()
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
  package func failingSources() throws(StoreFailure) -> [FailingSource] { [] }
}

/// What happened in this turn that features react to.
package struct News {
  /// Whether settings or items changed, or the process began.
  package var configured = false
  /// Whether sources without any content are to be fetched now. (T4)
  package var mayFetchFirst = false
}

/// Whether an order was a feature's, and what it answers.
package enum Handled {
  case notMine
  /// Nil if the answer follows when the outcome is known.
  case answered(Answer?)
}

/// How a feature is created for each turn.
package struct Plug: Sendable {
  package let name: String
  /// Whether a stored item can be read as one of the feature's.
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

/// Everything that is plugged into the machinery: plan sources, kinds of messages, and services that the
/// user signs in to.
package struct Features: Sendable {
  package let plugs: [Plug]
  package let kinds: Kinds
  package let accounts: [any Account.Type]

  package init(
    plugs: [Plug], kinds: [any MessageKind.Type], accounts: [any Account.Type] = []
  ) {
    self.plugs = plugs
    self.kinds = Kinds(kinds)
    self.accounts = accounts
  }

  /// The channels of slots and of every kind of message. (D7)
  package var channels: [Channel] { [.daily] + kinds.all.flatMap { $0.channels } }

  /// Whether any of these features can read `item`; if none can, it is damaged. (T7)
  package func canRead(_ item: StoredPlanItem) -> Bool {
    plugs.contains { $0.name == item.id.source && $0.canRead(item) }
  }

  package var settings: [OwnSetting] {
    kinds.all.flatMap { ($0 as? any Configured.Type)?.settings ?? [] }
  }
}
