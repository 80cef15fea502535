package import CarillonLedger

/// What the user does with subjects that live at a service, told to that service. (D6)
///
/// A report is the user's word and nothing is asked back: it is sent until the service takes or refuses
/// it, and the notifications of its subject are closed at once.
package final class Services: Room, Addressees {
  package let ledger: Ledger
  private let kinds: Kinds
  let reminders: Reminders
  private let wording: (Command.Failure, _ host: String) -> String

  /// `wording`: what the user reads about a failure.
  package init(
    _ ledger: Ledger, _ kinds: Kinds, _ reminders: Reminders,
    wording: @escaping (Command.Failure, _ host: String) -> String
  ) {
    self.ledger = ledger
    self.kinds = kinds
    self.reminders = reminders
    self.wording = wording
  }

  // MARK: Making

  /// Notes a report, and has it sent.
  ///
  /// Each call is a report of its own: a kind has none made of what it has reported already.
  func report(_ name: String, on subject: Subject, _ context: KindContext) throws(StoreFailure) {
    guard let kind = kinds.syncing(subject) else { return }
    try note(.made, of: name, on: subject, madeAt: now, kind, context)
    if let told = try rows.lastShown(tag: subject.tag) { try trace(told, .reported(.made)) }
    try ledger.hear(.settled(tag: subject.tag))
    guard kind.destination(of: name, on: subject.tag, context.settings) != nil else {
      return try tell(.nowhere, of: name, on: subject.tag, madeAt: now)
    }
    try ledger.hear(
      .toPost(
        Posting(
          to: Services.address(of: kind), key: try key(of: name, on: subject),
          body: kind.body(of: name, on: subject, context).serialized,
          policy: .atLeastOnce(for: Posting.life), about: "\(name) \(subject.tag)",
          createdAt: now)))
  }

  /// The same for one press, however often the store refuses it; another for the next one.
  ///
  /// A topic's name is all that keeps strangers out of it, so the service must not learn it, nor a hash, which
  /// would tell whether a guess is right; nor a paired sender's name. The newest row of the subject tells it from
  /// another sender's. (C4)
  private func key(of name: String, on subject: Subject) throws(StoreFailure) -> String {
    let press = pressedAt.milliseconds
    guard subject.guest != nil else { return "\(name):\(subject.tag):\(press)" }
    let row = try rows.newest(tag: subject.tag, limit: 1).first?.id ?? 0
    return "\(name):\(subject.kind):\(subject.id)/\(row):\(press)"
  }

  /// Has what is waiting to be told about a subject not told: it was about something else. (D6)
  ///
  /// What is on its way arrives, and its answer changes nothing.
  func forgetReports(on subject: Subject) throws(StoreFailure) {
    guard let kind = kinds.syncing(subject) else { return }
    for posting in try rows.postings(to: Services.address(of: kind), limit: .max)
    where !posting.inFlight && Services.subject(of: posting)?.tag == subject.tag {
      try ledger.hear(.toForget(posting))
    }
  }

  private func note(
    _ step: ReportStep, of name: String, on subject: Subject, madeAt: Instant,
    _ kind: any Syncing.Type, _ context: KindContext
  ) throws(StoreFailure) {
    guard
      let known = kind.state(of: subject, after: step, of: name, madeAt: madeAt, context),
      known.state != subject.state
    else { return }
    var subject = subject
    subject.state = known.state
    try ledger.put(subject)
    switch step {
    case .made, .taken: try reminders.review(subject)
    case .refused(let status) where kind.isDone(name, by: status): try reminders.review(subject)
    case .refused, .nowhere, .overdue: try reminders.resume(subject)
    }
    changed(.threads)
    changed(.state)
    changed(.history)
  }

  // MARK: Sending

  private static let addresses = "services/"

  static func address(of kind: any Syncing.Type) -> Address {
    Address(addresses + kind.name)
  }

  private func kind(at address: Address) -> (any Syncing.Type)? {
    guard address.name.hasPrefix(Services.addresses) else { return nil }
    return kinds.named(String(address.name.dropFirst(Services.addresses.count)))
      as? any Syncing.Type
  }

  package func destination(of address: Address) throws(StoreFailure) -> FetchSpec? {
    try kind(at: address)?.service(settings)
  }

  package func destination(of posting: Posting) throws(StoreFailure) -> FetchSpec? {
    guard let kind = kind(at: posting.address), let (name, tag) = Services.subject(of: posting)
    else { return nil }
    return kind.destination(of: name, on: tag, try settings)
  }

  /// Its subject's id may be one that no message could have brought.
  package func leadsNowhere(_ posting: Posting) throws(StoreFailure) -> Bool {
    guard kind(at: posting.address) != nil else { return false }
    return try destination(of: posting) == nil
  }

  /// A token that is no longer valid: what waits is sent once the user has signed in again. (D1)
  package func keeps(_ status: Int, at address: Address) -> Bool {
    status == 401 && address.name.hasPrefix(Services.addresses)
  }

  /// Not while what is known of its subject is sealed: nothing could be noted. (T28)
  package func canHear(of posting: Posting) throws(StoreFailure) -> Bool {
    guard kind(at: posting.address) != nil, let (_, tag) = Services.subject(of: posting) else {
      return true
    }
    return try rows.thread(tag)?.readable != .sealed
  }

  private static func subject(of posting: Posting) -> (name: String, tag: String)? {
    let parts = posting.about.split(separator: " ", maxSplits: 1)
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }

  /// A posting has ended, which may have been a report.
  package func posted(_ posting: Posting, _ end: Posting.End) throws(StoreFailure) {
    guard kind(at: posting.address) != nil, let (name, tag) = Services.subject(of: posting) else {
      return
    }
    let step: ReportStep =
      switch end {
      case .taken, .read: .taken
      case .refused(let status): .refused(status: status)
      case .overdue, .failed, .interrupted: .overdue
      case .unreachable: .nowhere
      }
    try tell(step, of: name, on: tag, madeAt: posting.createdAt)
  }

  // MARK: Telling

  /// Tells how a report ended: in the subject's state and in the history, and on the screen if it
  /// failed.
  private func tell(
    _ step: ReportStep, of name: String, on tag: String, madeAt: Instant
  ) throws(StoreFailure) {
    guard let subject = try rows.thread(tag), let kind = kinds.syncing(subject) else { return }
    let context = KindContext(now: now, words: words, settings: try settings, zone: zone)
    try note(step, of: name, on: subject, madeAt: madeAt, kind, context)
    if let told = try rows.lastShown(tag: tag) { try trace(told, .reported(step)) }
    guard let failure = try failure(of: step, name, at: kind) else { return }
    try report(.commandFailed)
    try Confirmation.add(
      to: ledger, on: tag, channel: kind.channels.first?.id ?? Channel.daily.id,
      title: words.say("{what} failed", ["what": kind.title(ofReport: name, words)]),
      body: failure, isFailure: true)
  }

  /// Why a report is not at its service; nil if it is.
  private func failure(
    of step: ReportStep, _ name: String, at kind: any Syncing.Type
  ) throws(StoreFailure) -> String? {
    let host = try kind.service(settings)?.host ?? ""
    return switch step {
    case .made, .taken: nil
    case .refused(let status) where kind.isDone(name, by: status): nil
    case .refused(let status): wording(.status(status), host)
    case .nowhere: words.say("Carillon is not signed in to this service.")
    case .overdue: wording(.timeout, host)
    }
  }
}
