import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

extension Reports {
  /// Why a delivery became what it became. (J23)
  ///
  /// `id` is a request id, a slot id (its latest decided and its next), or `0800@2026-11-21`.
  func explain(_ id: String) throws(StoreFailure) -> Answer {
    if let outage = try outage(named: id) { return .done(Reply(explanation(of: outage))) }
    var deliveries: [Delivery] = []
    if let occasions = try occasions(named: id) {
      deliveries = occasions
    } else if case .success(let item) = try ledger.item(named: id) {
      if let latest = try rows.latest(of: item) { deliveries.append(latest) }
      if let next = try rows.next(of: item), next.id != deliveries.first?.id {
        deliveries.append(next)
      }
    } else if let number = Int64(id) {
      if let delivery = try rows.delivery(number) { deliveries.append(delivery) }
    } else {
      return .refused(
        Refusal(
          .invalidArgument,
          "id: must be a request id, a slot id, or a slot id with a date such "
            + "as 0800@2026-11-21"))
    }
    guard !deliveries.isEmpty else {
      return .refused(Refusal(.notFound, "id: nothing is known of \(beginning(of: id))"))
    }
    let wording = wording
    var items: [ExplanationReport.Item] = []
    for delivery in deliveries {
      let trace = try rows.trace(of: delivery.id)
      items.append(
        .init(
          entry: try entry(of: delivery), due: delivery.fireAt.iso(in: zone),
          body: try ledger.body(of: delivery),
          steps: trace.map { wording.step($0, of: delivery) },
          advice: advice(on: delivery, after: trace)))
    }
    return .done(Reply(ExplanationReport(items: items)))
  }

  private func advice(on delivery: Delivery, after trace: [TraceStep]) -> StateReport.Hint? {
    // Nothing is to be added to the unit. (T39)
    if situation.systemdUnit, delivery.reason == .late(.off) { return nil }
    return wording.advice(on: delivery, after: trace).map {
      StateReport.Hint(code: delivery.reason?.rawValue ?? delivery.status.rawValue, text: $0)
    }
  }

  /// What became of `0800@2026-11-21`, of whichever source; nil for what is not written like that.
  private func occasions(named text: String) throws(StoreFailure) -> [Delivery]? {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let date = LocalDate(parts[1]) else { return nil }
    var found: [Delivery] = []
    var isName = false
    for source in ledger.sources {
      if case .failure(let refusal) = try source.item(named: String(parts[0])),
        refusal.kind == .invalidArgument
      {
        continue
      }
      isName = true
      let item = PlanItem.ID(source: source.name, name: String(parts[0]))
      if let delivery = try rows.delivery(of: Occasion(item, on: date)) { found.append(delivery) }
    }
    return isName ? found : nil
  }
}
