package import CarillonLedger

/// A kind whose subjects the user may deal with on several devices. (J27, J28)
package protocol Shared: MessageKind {
  /// Whether a text is the tag of one of its subjects.
  static func isTag(_ text: String) -> Bool

  /// What it means here that the user has dealt with the subject of `tag` elsewhere; nothing may be known of it yet.
  static func outcome(
    of status: DeviceStatus, _ tag: String, _ subject: Subject?, _ context: KindContext
  ) -> DeviceOutcome

  /// What a press that changes a subject is called among devices; nil if they need not know of it. (J18)
  static func operation(ofAct name: String) -> DeviceStatus.Operation?
}

extension Shared {
  package static func operation(ofAct name: String) -> DeviceStatus.Operation? { nil }
}

/// What an answer on another device means here. (J28)
package enum DeviceOutcome: Hashable, Sendable {
  /// It is about what was before: nothing changes, and nothing is closed.
  case outdated
  /// The subject's notifications are closed; what is known of it stays as it is.
  case closed
  /// The same, and this is known from now on.
  case known(Taken.Known)
}
