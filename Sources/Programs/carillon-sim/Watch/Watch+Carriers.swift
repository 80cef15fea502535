import CarillonFeatures

/// The watch's notes about what carriers bring.
struct CarrierNotes {
  /// Whether the life was subscribed to its topic last.
  var isSubscribed = false
  /// The messages that were acknowledged, with the instant at which they were.
  var stored: [String: Instant] = [:]
  /// What came sealed and was opened, by the distributor's id, with the instant.
  var opened: [String: Instant] = [:]
  /// The tombstones that were acknowledged: when the last of each sequence was sent.
  var withdrawn: [String: Instant] = [:]
  /// What the server says of each topic that is tried.
  var probes: [String: TopicProbe] = [:]
  /// The number of the trial that was asked for last.
  var lastTrial = 0

  /// What was old by the clock that has gone back since may be pruned. (T8)
  mutating func clockMoved(from before: Instant) {
    opened = opened.filter { before - $0.value < .hours(20) }
  }
}

/// Rules for carriers. (C1, C4, C6)
extension Watch {
  /// Notes that a parcel was acknowledged. (C1)
  func committed(_ parcel: Parcel, _ life: Life) {
    if case .sealed = parcel.body { return committedSealed(parcel, life) }
    guard let id = parcel.id, let sequence = parcel.sequence, let sentAt = parcel.sentAt else {
      return
    }
    // After the topic was left, what is still on its way is dropped.
    guard life.host.carriers[TopicServer.name] != nil else { return }
    if case .withdrawn = parcel.body {
      carriers.withdrawn[sequence] = max(carriers.withdrawn[sequence] ?? sentAt, sentAt)
      return
    }
    let known = read(life, or: true) { rows throws(StoreFailure) in
      try rows.hasMessage(Inbox.id(id, by: TopicServer.name))
    }
    if !known { fail("C1: \(id) was acknowledged, and is not stored") }
    carriers.stored[id] = life.now
    if let entry = life.topics.entries.first(where: { $0.id == id }), let plant = entry.plant {
      committed(entry, plant.saying, life)
    }
  }

  /// Notes that the distributor may forget a sealed message: it must be stored. (C1)
  private func committedSealed(_ parcel: Parcel, _ life: Life) {
    guard let id = parcel.id else { return }
    let isStored = read(life, or: true) { rows throws(StoreFailure) in
      if try rows.hasSealed(by: Carrier.unifiedPush, id) { return true }
      return try rows.hasMessage(Inbox.id(id, by: Carrier.unifiedPush))
    }
    if !isStored { fail("C1: sealed \(id) was acknowledged, and is not stored") }
    life.push.acknowledged(id)
  }

  /// After calm hours with an open keyring nothing waits to be opened, and what was opened is a message. (C2)
  func checkOpened(_ life: Life) throws {
    let count = try life.store.read { rows throws(StoreFailure) in try rows.sealedCount() }
    if count > 0 { throw Broken("C2: \(count) sealed messages wait in calm weather") }
    for (id, at) in carriers.opened.sorted(by: { $0.key < $1.key }) {
      let isStored = read(life, or: true) { rows throws(StoreFailure) in
        try rows.hasMessage(Inbox.id(id, by: Carrier.unifiedPush))
      }
      if isStored { continue }
      // Older ones may have been pruned, or a clock that has gone back has forgotten them. (T8)
      if at <= life.now, life.now - at < .hours(20), jumpedAt.map({ $0 < at }) ?? true {
        throw Broken("C2: \(id) was opened, and is no message")
      }
      carriers.opened[id] = nil
    }
  }

  /// The keys of paired senders are in the keyring. (C2)
  private func checkKeys(_ life: Life) throws {
    for sender in settings.senders {
      for keys in sender.secrets where !life.push.keys.contains(keys.id) {
        throw Broken("C2: \(keys.id) of \(sender.name) was forgotten")
      }
    }
  }

  /// A trial answers what the server said of this topic; or that it was not asked. (C4)
  func checkTrial(of topic: String, _ answer: Answer) {
    guard case .done(let reply) = answer else { return }
    guard let report = reply.value(as: TopicReport.self),
      report.topic == topic, let probe = carriers.probes.removeValue(forKey: topic)
    else { return fail("C4: the trial of \(topic) answers \(reply.text)") }
    var isReadable = false
    if case .readable = probe { isReadable = true }
    if report.ok != isReadable { fail("C4: the trial of \(topic) says \(report.ok) of \(probe)") }
  }

  /// Whether more of what belongs to a backlog is still to come, or to be opened. (C2, C4)
  func isComing(_ carrier: String, _ life: Life) -> Bool {
    if life.host.carriers[carrier]?.awaitsBacklog == true || life.idleIsWanted { return true }
    return read(life, or: true) { rows throws(StoreFailure) in
      for source in try rows.sealedSources() where source.carrier == carrier {
        if try rows.hasSealedBacklog(of: source, after: 0) { return true }
      }
      return false
    }
  }

  /// Once a connection is open, all that waited at the server must be stored. (C4)
  func checkBacklog(_ life: Life) {
    guard life.host.carriers[TopicServer.name] != nil else { return }
    for entry in life.topics.entries where !entry.isTombstone {
      guard entry.sentAt <= life.now, life.now - entry.sentAt < TopicServer.cache,
        let since = life.subscribedAt, entry.sentAt > since,
        !life.topics.forgotten.contains(entry.id),
        !life.pending.contains(where: { $0.event.parcelID == entry.id })
      else { continue }
      if carriers.stored[entry.id] == nil { fail("C4: \(entry.id) never came") }
    }
  }

  /// What is shown came by no backlog that is still being read, and was not taken back. (C4)
  func checkCarried(_ delivery: Delivery, _ life: Life) {
    guard let request = delivery.request, let sentAt = request.sentAt else { return }
    if let name = request.backlog, life.host.carriers[name]?.awaitsBacklog == true {
      fail("C4: \(delivery.id) is shown before all of its backlog has come")
    }
    let prefix = "general:ntfy:\(TopicServer.topic)/"
    // One from a clock that has gone back since may be forgotten: it was pruned by that clock.
    guard delivery.tag.hasPrefix(prefix), !life.resuming,
      let at = carriers.withdrawn[String(delivery.tag.dropFirst(prefix.count))], sentAt < at,
      at <= life.now
    else { return }
    fail("C4: \(delivery.id) is shown, and was taken back")
  }

  /// The state knows the connections that the settings name, and no others. (C6)
  func checkCarriers(_ life: Life) throws {
    guard !seesSeveral, life.retryAt == nil else { return }
    try checkKeys(life)
    var wanted = Set(settings.connections.map(\.name))
    if settings.distributor != nil { wanted.insert(Carrier.unifiedPush) }
    let known = Set(life.host.carriers.keys)
    if wanted != known { throw Broken("C6: \(known.sorted()) are known, not \(wanted.sorted())") }
  }
}

extension Host {
  /// The connections as the engine knows them.
  var carriers: [String: Carrier] { situation?.carriers ?? [:] }
}
