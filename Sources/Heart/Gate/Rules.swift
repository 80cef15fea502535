import CarillonLedger

/// What a rule says to one delivery.
enum Ruling {
  /// It passes; the check is recorded if there is something to record.
  case pass(GateCheck?)
  /// It is not shown, with what the check found out.
  case skip(Reason, GateCheck.Evidence)
  /// It is held until then.
  case hold(Ledger.Hold)

  static func skip(_ reason: Reason) -> Ruling { .skip(reason, .none) }
}

/// A rule of SPEC §5.
///
/// `judge` asks only `facts`; it changes nothing. To add a rule, write its function in `Facts`, and its
/// line in ``all`` at the place where it is to be asked.
struct Rule: Sendable {
  let name: String
  /// For which deliveries it is asked.
  let applies: Set<Standing>
  let judge: @Sendable (Facts) throws(StoreFailure) -> Ruling

  /// Every rule, in the order in which they are asked.
  static let all: [Rule] = [
    Rule(name: "content", applies: [.planned, .asked, .retried]) { facts throws(StoreFailure) in
      try facts.content()
    },
    Rule(name: "expired", applies: [.message, .retried]) { facts throws(StoreFailure) in
      facts.expiry()
    },
    Rule(name: "identity", applies: Standing.every) { facts throws(StoreFailure) in
      try facts.identity()
    },
    // Judged once, when the delivery was made: here it is only recorded.
    Rule(name: "duplicate", applies: [.planned, .message]) { _ throws(StoreFailure) in
      .pass(.passed(.duplicate))
    },
    Rule(name: "channel", applies: Standing.every) { facts throws(StoreFailure) in
      try facts.channel()
    },
    Rule(name: "active", applies: [.message, .retried]) { facts throws(StoreFailure) in
      try facts.active()
    },
    // Not built yet: acknowledged elsewhere (J28).
    // Not built yet: foreground banner (D3).
    Rule(name: "hold", applies: [.planned, .message]) { facts throws(StoreFailure) in
      try facts.hold()
    },
    // Takes the place of the holds that it skips.
    Rule(name: "asked", applies: [.asked, .returning]) { _ throws(StoreFailure) in
      .pass(.passed(.asked))
    },
    // Not built yet: at (hold until its hour), group (J24), batch (J25).
    Rule(name: "key", applies: [.message]) { facts throws(StoreFailure) in facts.text() },
  ]
}

/// At which point of its life a delivery comes to the gate.
enum Standing: CaseIterable {
  /// An occasion that is due, or held.
  case planned
  /// A message that came, or is held.
  case message
  /// Asked for just now. (SPEC §0)
  case asked
  /// The return of a snooze. (T33)
  case returning
  /// The second attempt after a refused call. (J19)
  case retried

  static let every = Set(allCases)
}
