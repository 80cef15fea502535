import CarillonDetail
import CarillonText
import CarillonTime

/// Where a delivery comes from.
package enum Origin: Hashable, Sendable {
  /// One occasion of a plan source.
  case planned(Occasion)
  /// An item of a plan source that the user wants to see now. (T12)
  case asked(PlanItem.ID)
  /// A push message, or what its kind has to say about one. (B1)
  case message
  /// One notification for several. (T18)
  case digest
  case test
}

extension Origin {
  /// As documents name it: `slot` and every other plan source, `ring-now`, `message`, `digest`, `test`.
  package var kind: String {
    switch self {
    case .planned(let occasion): occasion.item.source
    case .asked: "ring-now"
    case .message: "message"
    case .digest: "digest"
    case .test: "test"
    }
  }
}
