extension Delivery.Status {
  /// The table of all transitions (docs/architecture.md).
  package func leads(to next: Delivery.Status) -> Bool {
    let nexts: [Delivery.Status] =
      switch self {
      case .scheduled:
        [.showing, .held, .skipped, .shown, .merged, .superseded, .missed, .cancelled]
      case .held:
        [.showing, .scheduled, .skipped, .shown, .merged, .superseded, .missed, .cancelled]
      case .showing: [.shown, .scheduled, .snoozed, .failed, .unconfirmed]
      case .unconfirmed: [.shown]
      // Shown in the window only: it pops up once the window has lost the focus. (D3)
      case .shown: [.snoozed, .scheduled]
      case .snoozed: [.showing, .shown]
      case .missed, .skipped, .superseded, .cancelled, .merged: [.scheduled]
      case .failed: []
      }
    return nexts.contains(next)
  }
}
