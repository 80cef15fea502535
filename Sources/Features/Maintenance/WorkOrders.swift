package import CarillonEngine

/// Work orders of a maintenance system, each a subject of its own. (D2)
package enum WorkOrders: MaintenanceKind, Syncing, Snoozing, Counted, Shared {
  package static let name = "work-order"
  package static let channel = Channel("work_orders") {
    $0.term("kind of notification", "Work orders")
  }
  package static let channels = [channel]

  package static let type = "work_order"
  package static let idKey = "workOrderId"
  package static let path = "work-orders"

  static func known(_ subject: Subject) -> WorkOrder? { subject.state.read(as: WorkOrder.self) }

  package static func take(
    _ message: Message, after subject: Subject?, _ context: KindContext
  ) throws(Refusal) -> Taken {
    let status: WorkOrder.Status = try Maintenance.choice("status", of: message) ?? .active
    let assignable: Flag? = try Maintenance.choice("assignable", of: message)
    let before = subject.flatMap { known($0) }
    let hearing = Hearing(
      message, after: before, isOpen: before?.isOver == false && status != .resolved, context)
    guard !hearing.isInVain else { return .update(Maintenance.overtaken(subject)) }
    var order = before ?? WorkOrder(raisedAt: hearing.saidAt)
    hearing.boundTime(of: &order, context)
    if !hearing.isOvertaken {
      order.take(message, status, at: hearing.saidAt)
      order.assignable = assignable.map { $0 == .true } ?? order.assignable
    }
    order.actions = ownTitles(of: order.actions, context)
    // One of which nothing was heard for so long that it ended is nowhere to be seen any more.
    let isOpenAgain =
      before?.isOver == false && subject.map { $0.isOver(at: context.now) } == true
    let isNews =
      hearing.isFirst || isOpenAgain || !(before.map { $0.saysTheSame(as: order) } ?? false)
    hearing.note(isNews: isNews, in: &order)
    let rank = order.isOver ? 1 : 0
    let news = known(order, rank: rank, context)
    if order.isOver { return .settled(news) }
    if hearing.isSilent { return .update(news) }
    var request = Maintenance.request(for: message, in: channel, category: category, context)
    request.actions = Maintenance.leading(buttons(order, context), by: message.link)
    request.image = order.image
    request.urgency = urgency(of: order)
    request.silent = !isNews
    var shown = Taken.Shown(
      known: news, title: title(order, context.words), body: body(order, context), request: request)
    shown.isAnew = isOpenAgain
    shown.isFirstHeard = hearing.isFirst
    return .show(shown)
  }

  private enum Flag: String, CaseIterable {
    case `true`, `false`
  }

  private static func known(
    _ order: WorkOrder, rank: Int, _ context: KindContext
  ) -> Taken.Known {
    Taken.Known(
      rank: rank, state: StoredValue(order),
      silentAt: order.isOver ? nil : context.now + Maintenance.silence)
  }

  /// The message's own title, or what it is.
  static func title(_ order: WorkOrder, _ words: Words) -> String {
    order.title.isEmpty ? words.say("Work Order") : order.title
  }

  private static func body(_ order: WorkOrder, _ context: KindContext) -> String {
    [order.body, due(order, context)].compactMap(\.self).filter { !$0.isEmpty }
      .joined(separator: "\n")
  }

  /// “Due Friday at 17:00”; nil if it is not due at any time.
  static func due(_ order: WorkOrder, _ context: KindContext) -> String? {
    guard let dueAt = order.dueAt else { return nil }
    let today = context.zone.wallClock(at: context.now).date
    return context.words.say(
      "Due {moment}",
      ["moment": context.words.at(Moment(dueAt, in: context.zone), today: today)])
  }

  // MARK: Buttons

  static let category = "WORK_ORDER_CATEGORY"
  static let assign = "assign"
  /// 002's names for the same.
  private static let assigning: Set = ["assign", "ASSIGN_ACTION"]

  static func isAssigning(_ id: String) -> Bool { assigning.contains(id) }

  private static func buttons(_ order: WorkOrder, _ context: KindContext) -> [Action] {
    var buttons =
      order.actions.isEmpty ? [Maintenance.viewButton(context.words)] : order.actions
    // Nobody is there to be told without an account. (D1)
    if order.offersAssignment, Backend(context.settings) != nil,
      !buttons.contains(where: { isAssigning($0.id) }), buttons.count < Maintenance.mostButtons
    {
      buttons.insert(Action(id: assign, title: context.words.say("Assign to Me")), at: 0)
    }
    if !buttons.contains(where: { $0.id == Maintenance.snooze }),
      buttons.count < Maintenance.mostButtons
    {
      buttons.append(Maintenance.snoozeButton(context))
    }
    return buttons
  }

  /// The button that takes it on: the one that came with it, or Carillon's. (D14)
  static func assignButton(_ order: WorkOrder, _ words: Words) -> Button {
    let own = order.actions.first { isAssigning($0.id) }
    return Button(
      id: own?.id ?? assign, label: own?.title ?? words.say("Assign to Me"), role: .suggested)
  }

  package static func title(ofButton id: String, _ words: Words) -> String? {
    if isAssigning(id) { return words.say("Assign to Me") }
    return id == Maintenance.snooze ? words.say("Snooze") : nil
  }

  package static func name(ofCategory category: String, _ words: Words) -> String? {
    category == Self.category ? words.say("Work Order") : nil
  }

  package static func button(_ id: String, of subject: Subject) -> Action? {
    known(subject)?.actions.first { $0.id == id }
  }

  package static func deed(of action: Action, in subject: Subject) -> Deed {
    let order = known(subject)
    if isAssigning(action.id), order?.offersAssignment == true {
      return .report(assignment)
    }
    if let deed = Maintenance.deed(of: action, about: order?.asset),
      // Snoozing needs an open order; otherwise the button opens its window. (D14)
      deed != .snooze || order?.isOver != true
    {
      return deed
    }
    if let link = action.link {
      return Maintenance.viewing.contains(action.id) ? .view(link: link) : .follow(link: link)
    }
    return .navigate(LinkTarget(tag: subject.tag, kind: name))
  }

  package static func detail(of subject: Subject, _ context: KindContext) -> Detail? {
    known(subject).map { WorkOrderDetail($0, of: subject, context).detail }
  }

  // MARK: Shown again

  package static func text(
    of subject: Subject, _ context: KindContext
  ) -> (title: String, body: String)? {
    known(subject).map { (title($0, context.words), body($0, context)) }
  }

  private static func urgency(of order: WorkOrder) -> NotifyCall.Urgency {
    order.priority == .low ? .low : .normal
  }

  package static func urgency(of subject: Subject) -> NotifyCall.Urgency? {
    known(subject).map { urgency(of: $0) }
  }

  package static func returns(_ subject: Subject, _ context: KindContext) -> Bool {
    known(subject).map { !$0.isOver } ?? true
  }

  package static func row(of subject: Subject, _ context: KindContext) -> SubjectRow? {
    guard let order = known(subject) else { return WorkOrderRow.unreadable(subject, context) }
    return WorkOrderRow(order: order, subject: subject, context: context).row
  }
}

extension WorkOrder {
  /// Takes in what a message says; what it leaves out stays as it was.
  fileprivate mutating func take(_ message: Message, _ status: Status, at saidAt: Instant) {
    self.status = status
    self.saidAt = max(self.saidAt, saidAt)
    priority = message["priority"].flatMap { Priority(rawValue: $0.lowercased()) } ?? priority
    asset = Asset(message) ?? asset
    if let title = message.title { self.title = truncateAtWord(title, to: Message.longestTitle) }
    if let body = message.body { self.body = truncateAtWord(body, to: Message.longestBody) }
    image = message.image ?? image
    actions = message["actions"].flatMap { Action.list($0) } ?? actions
    let whose = message["assignee"].map { truncate(clean($0, lines: false), to: 60) } ?? assignee
    // Whose it is by now, the service knows better than what was once told to it. (D14)
    if whose != assignee, case .taken? = report?.stage { report = nil }
    assignee = whose
    dueAt = message["dueAt"].flatMap { Instant(sent: $0) } ?? dueAt
  }

  /// Whether nothing has changed that a person would want to hear of.
  fileprivate func saysTheSame(as other: WorkOrder) -> Bool {
    title == other.title && body == other.body && dueAt == other.dueAt
      // Who has taken it on here knows whose it is. (D14)
      && (assignee == other.assignee || report?.counts == true) && priority == other.priority
  }
}
