package import CarillonLedger

/// The pictures of messages. (B8, B9)
///
/// The text is shown at once; the picture follows.
package final class Pictures: Room {
  package let ledger: Ledger
  package internal(set) var memory: Memory
  let screen: Screen

  /// The state that is kept between turns.
  package struct Memory {
    /// The deliveries whose pictures are being fetched.
    fileprivate var fetching: Set<Int64> = []
    /// Whether pictures may have arrived that are not shown yet.
    fileprivate var mayPaint = false
    /// Whether the notification of the last picture was closed first, because it could not be
    /// replaced.
    var paintsAnew = false

    package init() {}
  }

  package init(_ ledger: Ledger, _ memory: Memory, _ screen: Screen) {
    self.ledger = ledger
    self.memory = memory
    self.screen = screen
  }

  /// How many rows of a digest get their pictures: about what a page of its list shows.
  private static let digestPictures = 20

  /// Requests the picture of a notification that has just been shown, once; of a digest, those of its first
  /// members, for its list. (§5)
  package func want(for shown: Delivery) throws(StoreFailure) {
    if shown.isDigest {
      for var member in try rows.members(
        of: shown.id, after: nil, limit: Pictures.digestPictures)
      where member.request?.image != nil && member.request?.photo == nil {
        try askForPicture(of: &member, attempt: 1)
      }
      return
    }
    var delivery = shown
    guard delivery.onScreen != nil, !delivery.replaced, delivery.request?.image != nil,
      delivery.request?.photo == nil
    else { return }
    try askForPicture(of: &delivery, attempt: 1)
  }

  /// The number of recent messages to search for one that carries the picture's address.
  private static let messages = 50

  /// Requests a picture for the subject's window, for example if its notification was never shown
  /// or was dismissed. (B8, B22)
  ///
  /// The request runs on behalf of the newest message that carries the address, once for all of
  /// them.
  package func fetch(_ address: String, for tag: String) throws(StoreFailure) {
    let same = try ledger.recent(of: tag, limit: Pictures.messages).filter {
      $0.request?.image == address
    }
    for var delivery in same {
      switch delivery.request?.photo {
      case .wanted(let attempt):
        // A fetch for a window that died with the last process has to be restarted here. (T32)
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

  /// Restarts the last process's fetches for notifications that are still on the screen. (T32)
  ///
  /// Of very many, the newest: fetches that begin together also time out together, each in a turn of its own.
  package func resume() throws(StoreFailure) {
    for var delivery in try rows.onScreenWantingPicture(limit: step) {
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
    let mayFetch = situation.reaches(spec)
    if mayFetch, MediaJob.allows(url) { try ledger.contact(spec, for: .media) }
    emit(
      .media(
        MediaJob(
          url: url, mayFetch: mayFetch, mayBeLocal: try ledger.settings.localMedia,
          subject: delivery.tag),
        Ticket(kind: .media, row: delivery.id, attempt: attempt)))
  }

  package func finish(media ticket: Ticket, _ result: MediaResult) throws(StoreFailure) {
    guard var delivery = try rows.delivery(ticket.row),
      delivery.request?.photo == .wanted(attempt: ticket.attempt)
    else { return }
    memory.fetching.remove(delivery.id)
    // Even if the notification no longer needs the picture, a window may be waiting for it.
    changed(.threads)
    // So may the list of a digest.
    if delivery.status == .merged { changed(.history) }
    switch result {
    case .ready(let file):
      delivery.request?.photo = .here(file: file)
      try save(delivery)
      try trace(delivery, .picture)
      memory.mayPaint = true
    case .dropped:
      delivery.request?.photo = .failed
      try save(delivery)
    case .failed(let failure)
    where failure.mayPass && ticket.attempt < MediaJob.mostTries
      && (delivery.isPaintable || delivery.status != .shown):
      try trace(delivery, .noPicture(failure))
      try askForPicture(of: &delivery, attempt: ticket.attempt + 1)
    case .failed(let failure):
      delivery.request?.photo = .failed
      try save(delivery)
      try trace(delivery, .noPicture(failure))
      try report(.media(failure.code), about: delivery, attempt: ticket.attempt)
    }
  }

  /// Adds one picture that has arrived to its notification, unless a call is in flight.
  package func paint() throws(StoreFailure) {
    guard memory.mayPaint, let server = try screen.presence()
    else { return }
    let step = ledger.environment.step
    let arrived = try rows.onScreenWithPicture(limit: step)
    for var delivery in arrived {
      guard case .here(let file)? = delivery.request?.photo else { continue }
      // A picture is tried only once, whatever the outcome.
      delivery.request?.photo = .settled(file: file)
      try save(delivery)
      guard delivery.isPaintable, let place = delivery.onScreen, place.owner == server.owner,
        place.bus == server.bus, try !mayBeReplaced(delivery)
      else { continue }
      if try paint(delivery, over: place, server) { return }
    }
    memory.mayPaint = arrived.count == step
    if memory.mayPaint { emit(.idleWanted) }
  }

  /// Whether a newer, unconfirmed notification may have replaced this one. (B11, T32)
  ///
  /// Adding the picture would bring the old text back.
  private func mayBeReplaced(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    try rows.hasUnconfirmed(after: delivery)
  }
}

extension Delivery {
  /// Whether this is the current notification of its tag, unanswered, and can be shown again with
  /// its picture. (T28)
  fileprivate var isPaintable: Bool {
    text == .open && status == .shown && onScreen != nil && !replaced && response == nil
  }
}

extension Request.Photo {
  /// The picture's file; nil until it has arrived.
  package var file: String? {
    switch self {
    case .here(let file), .settled(let file): file
    case .wanted, .failed: nil
    }
  }
}
