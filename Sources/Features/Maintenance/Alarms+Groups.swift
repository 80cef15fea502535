package import CarillonEngine

/// Alarms of one machine that come close together share one notification. (D14)
///
/// Never a critical one: it must be heard and be answered by itself, and no list may hide it. (D11)
extension Alarms {
  /// Alarms of one machine share a notification if they come within this time of each other.
  private static let closeTogether = Span.minutes(5)

  static func joining(_ alarm: Alarm, _ context: KindContext) -> Joining? {
    guard alarm.severity != .critical, let asset = alarm.asset else { return nil }
    // What another sender calls the same may be something else; names may have slashes. (C4)
    let scope = context.sender.map { "\($0.channel.utf8.count):\($0.channel)/" } ?? ""
    var joining = Joining(
      .group, key: "\(scope)\(asset.id ?? asset.text)", moment: context.now, within: closeTogether)
    joining.what = asset.text
    joining.page = asset.id.map { .about($0) } ?? .settings("alarms")
    joining.weight = alarm.severity.rank
    return joining
  }

  package static func stands(_ subject: Subject) -> Bool {
    known(subject).map { $0.isOpen && $0.severity != .critical } ?? true
  }
}
