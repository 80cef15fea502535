extension Ledger {
  /// Notes the carriers of which something that came sealed is about to be opened. (C2)
  package func isOpening(_ carriers: [String]) { memory.opening = Set(carriers) }
}
