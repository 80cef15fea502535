import CarillonLedger

/// What a rule says to one delivery.
enum Ruling {
  /// It passes; the check is recorded unless it is nil.
  case pass(GateCheck?)
  /// It is not shown; the evidence is what the check found.
  case skip(Reason, GateCheck.Evidence)
  /// It is held until then.
  case hold(Ledger.Hold)
  /// It is shown in the window instead. (D3)
  case banner

  static func skip(_ reason: Reason) -> Ruling { .skip(reason, .none) }
}

/// A rule of SPEC §5.
///
/// `judge` reads `facts` and changes nothing. To add a rule, write a function in `Facts` and a line in
/// ``all``, at the place where the rule is to be asked.
struct Rule: Sendable {
  let name: String
  /// The deliveries that it is asked about.
  let applies: Set<Standing>
  let judge: @Sendable (Facts) throws(StoreFailure) -> Ruling

  /// All rules, in the order in which they are asked.
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
    // Judged when the delivery was made, and only recorded here.
    Rule(name: "duplicate", applies: [.planned, .message]) { _ throws(StoreFailure) in
      .pass(.passed(.duplicate))
    },
    Rule(name: "channel", applies: Standing.every) { facts throws(StoreFailure) in
      try facts.channel()
    },
    Rule(name: "active", applies: [.message, .retried]) { facts throws(StoreFailure) in
      try facts.active()
    },
    Rule(name: "elsewhere", applies: [.message, .retried]) { facts throws(StoreFailure) in
      try facts.elsewhere()
    },
    Rule(name: "backlog", applies: [.message]) { facts throws(StoreFailure) in
      facts.backlog()
    },
    Rule(name: "window", applies: [.message]) { facts throws(StoreFailure) in
      try facts.window()
    },
    Rule(name: "hold", applies: [.planned, .message]) { facts throws(StoreFailure) in
      facts.hold()
    },
    Rule(name: "at", applies: [.message]) { facts throws(StoreFailure) in
      facts.hour()
    },
    Rule(name: "throttle", applies: [.message]) { facts throws(StoreFailure) in
      facts.throttle()
    },
    // Takes the place of the holds that it skips.
    Rule(name: "asked", applies: [.asked, .returning]) { _ throws(StoreFailure) in
      .pass(.passed(.asked))
    },
    Rule(name: "key", applies: [.message, .returning]) { facts throws(StoreFailure) in
      facts.text()
    },
  ]
}

/// The point of its life at which a delivery comes to the gate.
enum Standing: CaseIterable {
  /// An occasion that is due or held.
  case planned
  /// A message that has arrived or is held.
  case message
  /// Asked for just now. (SPEC §0)
  case asked
  /// The return of a snooze. (T33, D14)
  case returning
  /// The second attempt after a refused call. (J19)
  case retried

  static let every = Set(allCases)
}
