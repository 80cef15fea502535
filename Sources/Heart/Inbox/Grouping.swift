package import CarillonLedger

/// A kind whose subjects may share one notification with others. (J24, D14)
package protocol Grouping: MessageKind {
  /// Whether a subject, which is not over, still belongs to the others: nobody has dealt with it, and it
  /// needs no notification of its own.
  static func stands(_ subject: Subject) -> Bool
}
