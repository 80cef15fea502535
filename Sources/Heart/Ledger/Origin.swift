import CarillonDetail
import CarillonText
import CarillonTime

/// The origin of a delivery.
package enum Origin: Hashable, Sendable {
  /// An occasion of a plan source.
  case planned(Occasion)
  /// An item of a plan source that the user wants to see now. (T12)
  case asked(PlanItem.ID)
  /// A push message, or a notification about one. (B1)
  case message
  /// One notification for several deliveries. (T18)
  case digest
  /// One notification for what was not seen while the session was locked. (T38)
  case away
  case test
}

extension Origin {
  /// The name in documents: `slot` or another plan source, `ring-now`, `message`, `digest`, `away`, `test`.
  package var kind: String {
    switch self {
    case .planned(let occasion): occasion.item.source
    case .asked: "ring-now"
    case .message: "message"
    case .digest: "digest"
    case .away: "away"
    case .test: "test"
    }
  }
}
