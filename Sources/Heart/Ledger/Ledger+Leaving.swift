import CarillonDetail

/// What a server showed that has left, until it is forgotten. (T21)
extension Ledger {
  /// The way through all notifications that may have left the screen with a server.
  ///
  /// Until its end, some rows say that they are on the screen and are not.
  package struct Leaving {
    /// The last that was looked at; nil before the first.
    package var after: HistoryQuery.Cursor?
    /// Whether all have left it, also where they came from the server that is there now.
    package var all: Bool
    /// What was shown since.
    package var shown: Set<Int64>
    /// Whether nobody can have seen them leave: the session was locked. (T38)
    package var locked: Bool

    package init(all: Bool, shown: Set<Int64>, locked: Bool) {
      self.all = all
      self.shown = shown
      self.locked = locked
    }
  }

  package var leaving: Leaving? { memory.leaving }

  package func leaves(_ leaving: Leaving?) { memory.leaving = leaving }

  /// Notes that it was shown since others have left: it has not gone with them.
  package func isShown(_ delivery: Delivery) { memory.leaving?.shown.insert(delivery.id) }

  /// Whether it has left the screen with its server, though its row does not say so yet.
  package func hasLeft(_ delivery: Delivery) -> Bool {
    guard let leaving = memory.leaving else { return false }
    if leaving.all, !leaving.shown.contains(delivery.id) { return true }
    switch situation.server {
    case .silent: return false
    case .absent, .startable: return true
    case .present(let server):
      return delivery.onScreen.map { $0.owner != server.owner || $0.bus != server.bus } ?? true
    }
  }
}
