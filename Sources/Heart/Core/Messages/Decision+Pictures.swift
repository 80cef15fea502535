/// The pictures of messages' notifications: the text shows at once, the picture follows. (B8, B9)
extension Decision {
  /// What stands beside the texts of `delivery`; nil for what is no message's.
  func picture(of delivery: Delivery, _ traits: ServerTraits) throws(StoreFailure)
    -> NotifyCall.Picture?
  {
    guard delivery.kind == .message else { return nil }
    var detail: Detail?
    if let thread = try rows.thread(Confirmation.thread(of: delivery.tag)) {
      detail = Kinds.named(thread.kind)?.detail(of: thread, try kindContext())
    }
    let file = delivery.request?.photo?.file
    guard file != nil || detail?.emblem != nil else { return nil }
    return NotifyCall.Picture(
      file: file, emblem: detail?.emblem, tone: detail?.tone ?? .blue, at: now,
      side: traits.imageSide)
  }

  /// What the one before it shows already is shown from the beginning.
  func takeOverPicture(_ delivery: inout Delivery) throws(StoreFailure) {
    guard let image = delivery.request?.image, delivery.request?.photo == nil else { return }
    for old in try rows.onScreen(tag: delivery.tag)
    where old.id != delivery.id && old.request?.image == image {
      guard let file = old.request?.photo?.file else { continue }
      delivery.request?.photo = .settled(file: file)
    }
  }

  /// Asks for the picture of what is on the screen now, once.
  func wantPicture(of delivery: inout Delivery) throws(StoreFailure) {
    guard delivery.onScreen != nil, !delivery.replaced, delivery.request?.image != nil,
      delivery.request?.photo == nil
    else { return }
    try askForPicture(of: &delivery, attempt: 1)
  }

  /// How many messages are asked which of them brought the address of their thread's picture.
  private static let pictureMessages = 50

  /// A window wants the picture of its thread: nothing of it was shown, or it was dismissed. (B8, B22)
  ///
  /// Whichever of its messages brought the address asks, once for all of them.
  func fetchPicture(of tag: String) throws(StoreFailure) -> Answer {
    guard let thread = try rows.thread(tag),
      let detail = Kinds.named(thread.kind)?.detail(of: thread, try kindContext()),
      let address = detail.missingPicture
    else { return .done("") }
    let same = try rows.newest(tag: tag, limit: Decision.pictureMessages).filter {
      $0.request?.image == address
    }
    for var delivery in same {
      switch delivery.request?.photo {
      case .wanted(let attempt):
        // What a process that died was fetching for a window is fetched by nobody. (T32)
        if !memory.fetchingPictures.contains(delivery.id) {
          try askForPicture(of: &delivery, attempt: attempt)
        }
        return .done("")
      case .failed: return .done("")
      case .here, .settled, nil: continue
      }
    }
    if var delivery = same.first { try askForPicture(of: &delivery, attempt: 1) }
    return .done("")
  }

  /// What a process that died was fetching for a notification still on the screen. (T32)
  func resumePictures() throws(StoreFailure) {
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
    memory.fetchingPictures.insert(delivery.id)
    let spec = FetchSpec(url: url, timeout: MediaJob.timeout)
    let mayFetch = reachable(spec)
    if mayFetch, MediaJob.allows(url) { try contact(spec, for: .media) }
    effects.append(
      .media(
        MediaJob(url: url, mayFetch: mayFetch, subject: delivery.tag),
        Ticket(kind: .media, row: delivery.id, attempt: attempt)))
  }

  func finish(media ticket: Ticket, _ result: MediaResult) throws(StoreFailure) {
    guard var delivery = try rows.delivery(ticket.row),
      delivery.request?.photo == .wanted(attempt: ticket.attempt)
    else { return }
    memory.fetchingPictures.remove(delivery.id)
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
      && (isPaintable(delivery) || delivery.status != .shown):
      try trace(delivery, "no-picture", ["code": failure.code.rawValue, "detail": failure.detail])
      try askForPicture(of: &delivery, attempt: ticket.attempt + 1)
    case .failed(let failure):
      delivery.request?.photo = .failed
      try save(delivery)
      try trace(delivery, "no-picture", ["code": failure.code.rawValue, "detail": failure.detail])
      try report(failure.mediaCode, about: delivery, attempt: ticket.attempt)
    }
  }

  /// Whether it is what its tag shows now, unanswered, and can be said again with its picture. (T28)
  private func isPaintable(_ delivery: Delivery) -> Bool {
    delivery.text == .open && delivery.status == .shown && delivery.onScreen != nil
      && !delivery.replaced
      && delivery.response == nil
  }

  /// Whether something newer may stand in its place, though nobody confirmed it before a crash: its
  /// picture would bring its text back. (B11, T32)
  private func mayBeReplaced(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    try rows.unconfirmed(tag: delivery.tag).contains { $0.id > delivery.id }
  }

  /// Puts one picture that has come into its notification, unless a call is in flight.
  func paint() throws(StoreFailure) {
    guard memory.mayPaint, memory.painting == nil, situation.permitted,
      case .present(let server) = situation.server,
      try !live().contains(where: { $0.isInFlight })
    else { return }
    for var delivery in try rows.allOnScreen() {
      guard case .here(let file)? = delivery.request?.photo else { continue }
      // Whatever comes of it: it is tried once.
      delivery.request?.photo = .settled(file: file)
      try save(delivery)
      guard isPaintable(delivery), let screen = delivery.onScreen, screen.owner == server.owner,
        screen.bus == server.bus, try !mayBeReplaced(delivery)
      else { continue }
      if try paint(delivery, over: screen, server) { return }
    }
    memory.mayPaint = false
  }

  private func paint(
    _ delivery: Delivery, over screen: OnScreen, _ server: NotificationServer
  ) throws(StoreFailure) -> Bool {
    guard let request = delivery.request else { return false }
    let traits = ServerTraits(server)
    var replaced: OnScreen? = screen
    if traits.replacingLosesButtons, !request.actions.isEmpty {
      // Closed and shown anew, it pops up again: only the first of a stage is worth that.
      guard !request.silent, try hold(at: now) == nil,
        try settings.channel(delivery.channel).enabled
      else { return false }
      effects.append(.close(screen))
      replaced = nil
    }
    var call = NotifyCall(
      delivery, channel: try settings.channel(delivery.channel), traits: traits,
      replaces: replaced, words: environment.words)
    call.picture = try picture(of: delivery, traits)
    // It was heard with its text.
    call.soundName = nil
    call.suppressSound = true
    memory.painting = delivery.id
    memory.handedOverAt = now
    memory.paintsAnew = replaced == nil
    effects.append(.show(call, Ticket(kind: .picture, row: delivery.id, attempt: 1)))
    return true
  }

  func finish(picture ticket: Ticket, _ result: NotifyResult) throws(StoreFailure) {
    let isOpen = memory.painting == ticket.row
    if isOpen { memory.painting = nil }
    switch result {
    case .shown(let screen):
      guard var delivery = try rows.delivery(ticket.row) else { return }
      guard try maySettle(delivery) else {
        // It was over, or answered, meanwhile.
        effects.append(.close(screen))
        return
      }
      guard delivery.onScreen != screen else { return }
      delivery.onScreen = screen
      try save(delivery)
    case .unowned where isOpen:
      try noteClosedForPicture(ticket.row)
      if case .present = situation.server { memory.situation?.server = .absent }
    case .overdue where isOpen:
      try noteClosedForPicture(ticket.row)
      if case .present(let server) = situation.server {
        memory.situation?.server = .silent(owner: server.owner)
      }
    case .refused where isOpen, .abandoned where isOpen: try noteClosedForPicture(ticket.row)
    case .unowned, .overdue, .excess, .refused, .abandoned: break
    }
  }

  /// What was closed for a picture that does not come stands there no more. (J26)
  private func noteClosedForPicture(_ row: Int64) throws(StoreFailure) {
    guard memory.paintsAnew, var delivery = try rows.delivery(row), delivery.onScreen != nil
    else { return }
    delivery.onScreen = nil
    try save(delivery)
    try trace(delivery, "closed")
  }

  /// Whether a picture that has come is what its tag shows now: where it was closed first and its
  /// answer took too long, perhaps after all. (B11, B13)
  private func maySettle(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    guard delivery.status == .shown, !delivery.replaced,
      delivery.response == nil || delivery.response == ResponseCode.expired
    else { return false }
    if delivery.onScreen != nil { return true }
    guard memory.paintsAnew, delivery.response == nil,
      try rows.newest(tag: delivery.tag, limit: 1).first?.id == delivery.id
    else { return false }
    let thread = try rows.thread(delivery.tag)
    return thread?.silentAt != nil || delivery.request?.insists == true
  }
}

extension Request.Photo {
  /// The file, once there is one.
  var file: String? {
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
