package import CarillonEngine

/// Alarms and work orders that the user deals with on several devices. (J28)
extension MaintenanceKind {
  package static func isTag(_ text: String) -> Bool {
    let prefix = "\(name):"
    return text.hasPrefix(prefix) && Subject.isID(text.dropFirst(prefix.count))
  }
}

extension Alarms {
  /// Acknowledged there, an alarm counts as acknowledged by the user, and the service has been told. (D6)
  package static func outcome(
    of status: DeviceStatus, _ tag: String, _ subject: Subject?, _ context: KindContext
  ) -> DeviceOutcome {
    guard status.operation == .acknowledged else { return .closed }
    var alarm: Alarm
    if let before = subject.flatMap({ known($0) }) {
      guard before.isOpen else { return .closed }
      // It was raised anew since.
      guard status.at >= min(before.raisedAt, context.now) else { return .outdated }
      alarm = before
    } else {
      alarm = Alarm(raisedAt: status.at)
      // What raises it is no news, whatever its severity.
      alarm.severity = .critical
    }
    alarm.report = Report(at: status.at, stage: .taken(at: status.at))
    return .known(
      Taken.Known(
        rank: max(subject?.rank ?? 0, alarm.rank), state: StoredValue(alarm),
        silentAt: context.now + Maintenance.silence))
  }
}

extension WorkOrders {
  package static func outcome(
    of status: DeviceStatus, _ tag: String, _ subject: Subject?, _ context: KindContext
  ) -> DeviceOutcome { .closed }
}
