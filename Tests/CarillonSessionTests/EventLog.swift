import CarillonFeatures
import CarillonGLib

/// The events that an adapter sent, by kind.
final class EventLog {
  struct Responded: Equatable {
    let notification: OnScreen
    let response: Response

    init(_ notification: OnScreen, _ response: Response) {
      self.notification = notification
      self.response = response
    }
  }

  var changes: [Situation.Change] = []
  var results: [NotifyResult] = []
  var tickets: [Ticket] = []
  var started: [Bool] = []
  var responses: [Responded] = []
  var order: [String] = []
  var onResponse: () -> Void = {}

  func take(_ event: Event) {
    switch event {
    case .situation(let change):
      changes.append(change)
      order.append("change")
    case .finished(let ticket, .notified(let result)):
      tickets.append(ticket)
      results.append(result)
      order.append("result")
    case .finished(_, .startedServer(let started)):
      self.started.append(started)
      order.append("started")
    case .responded(let notification, let response):
      responses.append(Responded(notification, response))
      order.append("response")
      onResponse()
    default: order.append("other")
    }
  }

  /// The last reported presence.
  var server: NotificationServer.Presence? {
    for case .server(let presence) in changes.reversed() { return presence }
    return nil
  }

  func wait(_ limit: Span = .seconds(5), until done: (EventLog) -> Bool) -> Bool {
    MainLoop.run(atMost: limit) { done(self) }
  }
}

extension NotificationServer.Presence {
  var isPresent: Bool {
    if case .present = self { true } else { false }
  }
}
