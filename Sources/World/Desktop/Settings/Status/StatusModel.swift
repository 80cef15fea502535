import CarillonEngine

/// The content of the status page: whether everything works, and what does not. (T11)
struct StatusModel: Hashable {
  /// The action of a button that fixes a problem.
  enum Remedy: Hashable {
    case openNotificationSettings
    case startWithSession
    /// Removes the entry, because systemd starts Carillon too. (T39)
    case removeStartEntry
    case fetchNow
    case resume
    case unlockKeyring
    case allowOlderContent(seconds: Int64)
    case go(PageName)
  }

  struct Row: Hashable {
    let standing: StatusLine.Standing
    let title: String
    var detail = ""
    var button: String?
    var remedy: Remedy?
  }

  /// The worst standing of the open rows.
  let standing: StatusLine.Standing
  let title: String
  let detail: String
  /// The problems, which the sidebar's dot counts.
  let open: [Row]
  let inOrder: [Row]
  let errors: ErrorList
  /// Nil while no message has arrived. (B29)
  let messages: MetricsModel?

  /// Omits the row about storage without `storage`; `size` formats a number of bytes.
  init(
    _ report: StateReport, storage: StorageReport? = nil, metrics: MetricsReport? = nil,
    kinds: Kinds = Kinds([]),
    now: Instant, zone: some ZoneRules, words: Words, size: (Int64) -> String = { String($0) }
  ) {
    let today = zone.wallClock(at: now).date
    messages = metrics.flatMap { MetricsModel($0, kinds: kinds, today: today, words: words) }
    errors = ErrorList(report.lastErrors, today: today, zone: zone, words: words)
    let maker = StatusRows(report: report, today: today, zone: zone, words: words)
    var open: [Row] = []
    var inOrder: [Row] = []
    for line in StatusLine.lines(report, today: today, now: now, words: words) {
      let row = maker.row(line)
      if maker.isOpen(line) { open.append(row) } else { inOrder.append(row) }
    }
    open += report.hints.compactMap(maker.row)
    if let storage { inOrder.append(maker.row(storage, size: size)) }
    // Problems come before information.
    self.open = open.filter { $0.standing == .wrong } + open.filter { $0.standing != .wrong }
    self.inOrder = inOrder
    let outlook = Outlook(report)
    let isOff = outlook == .silent(.channelOff)
    standing =
      open.contains { $0.standing == .wrong } ? .wrong : open.isEmpty && !isOff ? .fine : .notable
    title =
      open.isEmpty
      ? isOff ? words.say("Your Hours Are Switched Off") : words.say("Everything Works")
      : words.count("{n} Problem", "{n} Problems", open.count)
    let last = report.lastDeliveryAt.flatMap { Moment(iso: $0) }.map {
      words.say("Last: {moment}.", ["moment": words.at($0, today: today)])
    }
    detail = [words.outlook(outlook, today: today), last].compactMap(\.self).joined(separator: " ")
  }
}
