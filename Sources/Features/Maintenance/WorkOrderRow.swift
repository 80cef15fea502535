import CarillonEngine

/// The row of a work order in the list. (D16)
struct WorkOrderRow {
  let order: WorkOrder
  let subject: Subject
  let context: KindContext

  private var words: Words { context.words }

  var row: SubjectRow {
    var row = SubjectRow(
      tag: subject.tag, section: WorkOrderRow.section(words), rank: .init(at: order.dueAt),
      tone: isOverdue ? .amber : .blue, symbol: .wrench, mark: priority,
      title: WorkOrders.title(order, words), text: Maintenance.line(order.body),
      caption: order.asset?.text ?? "")
    row.about = order.asset?.id
    let sentence =
      context.snoozed ?? WorkOrders.sentence(about: order.report, context)
    row.note = [due, sentence].compactMap(\.self).joined(separator: " · ")
    row.isUnsent = order.report?.stage == .waiting
    if order.offersAssignment, Backend(context.settings) != nil {
      let button = WorkOrders.assignButton(order, words)
      row.buttons = [.init(id: button.id, label: button.label)]
    }
    row.buttons.append(Maintenance.laterButton(context))
    return row
  }

  /// One of which nothing is known but that it is there. (T28)
  static func unreadable(_ subject: Subject, _ context: KindContext) -> SubjectRow {
    let words = context.words
    return SubjectRow(
      tag: subject.tag, section: section(words), rank: .init(weight: -1, at: subject.createdAt),
      tone: .blue, symbol: .wrench, title: words.say("Unreadable Work Order"),
      note: words.say("It is encrypted, and cannot be read now."), isReadable: false)
  }

  private static func section(_ words: Words) -> SubjectRow.Section {
    .init(place: 2, title: words.say("Work Orders"))
  }

  private var isOverdue: Bool { order.dueAt.map { $0 < context.now } ?? false }

  private var due: String? {
    guard isOverdue, let dueAt = order.dueAt else { return WorkOrders.due(order, context) }
    let today = context.zone.wallClock(at: context.now).date
    return words.say(
      "Overdue since {moment}",
      ["moment": words.at(Moment(dueAt, in: context.zone), today: today)])
  }

  private var priority: String {
    switch order.priority {
    case nil: ""
    case .low: words.say("Low priority")
    case .medium: words.say("Medium priority")
    case .high: words.say("High priority")
    }
  }
}
