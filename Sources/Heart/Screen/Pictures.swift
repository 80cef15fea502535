package import CarillonLedger

/// The pictures of messages: the text shows at once, the picture follows. (B8, B9)
package final class Pictures: Room {
  package let ledger: Ledger
  package private(set) var memory: Memory
  private let screen: Screen

  /// What outlives a turn.
  package struct Memory {
    /// The deliveries whose pictures are being fetched.
    fileprivate var fetching: Set<Int64> = []
    /// Whether there may be pictures that came and are not shown yet.
    fileprivate var mayPaint = false

    package init() {}
  }

  package init(_ ledger: Ledger, _ memory: Memory, _ screen: Screen) {
    self.ledger = ledger
    self.memory = memory
    self.screen = screen
  }

  /// Asks for the picture of what is on the screen now, once.
  package func want(for shown: Delivery) throws(StoreFailure) {
    var delivery = shown
    guard delivery.onScreen != nil, !delivery.replaced, delivery.request?.image != nil,
      delivery.request?.photo == nil
    else { return }
    try askForPicture(of: &delivery, attempt: 1)
  }

  /// How many messages are asked which of them brought the address of their thread's picture.
  private static let messages = 50

  /// A window wants the picture of its thread: nothing of it was shown, or it was dismissed. (B8, B22)
  ///
  /// Whichever of its messages brought the address asks, once for all of them.
  package func fetch(_ address: String, for tag: String) throws(StoreFailure) {
    let same = try rows.newest(tag: tag, limit: Pictures.messages).filter {
      $0.request?.image == address
    }
    for var delivery in same {
      switch delivery.request?.photo {
      case .wanted(let attempt):
        // What a process that died was fetching for a window is fetched by nobody. (T32)
        if !memory.fetching.contains(delivery.id) {
          try askForPicture(of: &delivery, attempt: attempt)
        }
        return
      case .failed: return
      case .here, .settled, nil: continue
      }
    }
    if var delivery = same.first { try askForPicture(of: &delivery, attempt: 1) }
  }

  /// What a process that died was fetching for a notification still on the screen. (T32)
  package func resume() throws(StoreFailure) {
    for var delivery in try rows.allOnScreen() {
      guard case .wanted(let attempt)? = delivery.request?.photo else { continue }
      try askForPicture(of: &delivery, attempt: attempt)
    }
    memory.mayPaint = true
  }

  private func askForPicture(
    of delivery: inout Delivery, attempt: Int
  ) throws(StoreFailure) {
    guard let url = delivery.request?.image else { return }
    delivery.request?.photo = .wanted(attempt: attempt)
    try save(delivery)
    memory.fetching.insert(delivery.id)
    let spec = FetchSpec(url: url, timeout: MediaJob.timeout)
    let mayFetch = ledger.reachable(spec)
    if mayFetch, MediaJob.allows(url) { try ledger.contact(spec, for: .media) }
    emit(
      .media(
        MediaJob(url: url, mayFetch: mayFetch, subject: delivery.tag),
        Ticket(kind: .media, row: delivery.id, attempt: attempt)))
  }

  package func finish(media ticket: Ticket, _ result: MediaResult) throws(StoreFailure) {
    guard var delivery = try rows.delivery(ticket.row),
      delivery.request?.photo == .wanted(attempt: ticket.attempt)
    else { return }
    memory.fetching.remove(delivery.id)
    // Also where it comes too late for the notification: a window may wait for it.
    changed(.threads)
    switch result {
    case .ready(let file):
      delivery.request?.photo = .here(file: file)
      try save(delivery)
      try trace(delivery, "picture")
      memory.mayPaint = true
    case .dropped:
      delivery.request?.photo = .failed
      try save(delivery)
    case .failed(let failure)
    where failure.mayPass && ticket.attempt < MediaJob.mostTries
      && (delivery.isPaintable || delivery.status != .shown):
      try trace(delivery, "no-picture", ["code": failure.code.rawValue, "detail": failure.detail])
      try askForPicture(of: &delivery, attempt: ticket.attempt + 1)
    case .failed(let failure):
      delivery.request?.photo = .failed
      try save(delivery)
      try trace(delivery, "no-picture", ["code": failure.code.rawValue, "detail": failure.detail])
      try report(failure.mediaCode, about: delivery, attempt: ticket.attempt)
    }
  }

  /// Puts one picture that has come into its notification, unless a call is in flight.
  package func paint() throws(StoreFailure) {
    guard memory.mayPaint, let server = try screen.presence()
    else { return }
    for var delivery in try rows.allOnScreen() {
      guard case .here(let file)? = delivery.request?.photo else { continue }
      // Whatever comes of it: it is tried once.
      delivery.request?.photo = .settled(file: file)
      try save(delivery)
      guard delivery.isPaintable, let place = delivery.onScreen, place.owner == server.owner,
        place.bus == server.bus, try !mayBeReplaced(delivery)
      else { continue }
      if try screen.paint(delivery, over: place, server) { return }
    }
    memory.mayPaint = false
  }

  /// Whether something newer may stand in its place, though nobody confirmed it before a crash: its
  /// picture would bring its text back. (B11, T32)
  private func mayBeReplaced(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    try rows.unconfirmed(tag: delivery.tag).contains { $0.id > delivery.id }
  }
}

extension Delivery {
  /// Whether it is what its tag shows now, unanswered, and can be said again with its picture. (T28)
  fileprivate var isPaintable: Bool {
    text == .open && status == .shown && onScreen != nil && !replaced && response == nil
  }
}

extension Request.Photo {
  /// The file, once there is one.
  package var file: String? {
    switch self {
    case .here(let file), .settled(let file): file
    case .wanted, .failed: nil
    }
  }
}

extension FetchFailure {
  /// As events name it: `MEDIA_TOO_LARGE`.
  fileprivate var mediaCode: String {
    "MEDIA_" + code.rawValue.drop { $0 != "_" }.dropFirst()
  }
}
