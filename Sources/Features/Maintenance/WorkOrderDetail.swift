import CarillonEngine

/// The window of a work order. (D16)
struct WorkOrderDetail {
  let order: WorkOrder
  let subject: Subject
  let context: KindContext
  let words: Words

  init(_ order: WorkOrder, of subject: Subject, _ context: KindContext) {
    self.order = order
    self.subject = subject
    self.context = context
    words = context.words
  }

  var detail: Detail {
    let heading = WorkOrders.title(order, words)
    var detail = Detail(
      tag: subject.tag, title: heading, heading: heading, caption: asset ?? "",
      tone: order.isOver ? .green : .blue,
      parts: [
        Maintenance.picture(order.image, of: asset ?? heading, words), facts, news, later, note,
      ].compactMap(\.self))
    detail.buttons = buttons
    detail.emblem = Ring.emblem(order.isOver ? .check : .wrench, detail.tone, heading)
    detail.isOver = subject.isOver
    return detail
  }

  private var asset: String? { order.asset?.text }

  private var facts: DetailPart {
    var facts: [Fact] = []
    if let priority {
      facts.append(Fact(words.say("Priority"), text: priority, words))
    }
    facts.append(Fact(words.say("Status"), text: status, words))
    if let assignee = order.assignee {
      facts.append(Fact(words.say("Assigned to"), text: assignee, words))
    }
    return .facts(FactCard(facts: facts))
  }

  private var priority: String? {
    switch order.priority {
    case nil: nil
    case .low: words.term("priority", "Low")
    case .medium: words.term("priority", "Medium")
    case .high: words.term("priority", "High")
    }
  }

  private var status: String {
    switch order.status {
    case .active: words.term("work order", "Open")
    case .acknowledged: words.term("work order", "Accepted")
    case .resolved: words.term("work order", "Done")
    }
  }

  /// What has become of taking it on. (D14)
  private var news: DetailPart? {
    WorkOrders.sentence(about: order.report, context).map {
      .note(Paragraph(title: words.say("Assignment"), text: $0))
    }
  }

  private var later: DetailPart? {
    context.snoozed.map { .note(Paragraph(title: nil, text: $0)) }
  }

  private var buttons: [Button] {
    var buttons: [Button] = []
    if !subject.isOver {
      if order.offersAssignment, Backend(context.settings) != nil {
        buttons.append(WorkOrders.assignButton(order, words))
      }
      buttons += order.actions.filter { $0.link != nil }
        .map { Button(id: $0.id, label: $0.title) }
      let snooze = Maintenance.snoozeButton(context)
      buttons.append(Button(id: snooze.id, label: snooze.title))
    }
    if let related = Maintenance.relatedButton(order.asset, words) { buttons.append(related) }
    return buttons + [Maintenance.historyButton(words)]
  }

  private var note: DetailPart? {
    let texts = [order.body, WorkOrders.due(order, context) ?? ""].filter { !$0.isEmpty }
    return texts.isEmpty
      ? nil : .note(Paragraph(title: nil, text: texts.joined(separator: "\n")))
  }
}
