import CarillonFeatures

/// Messages that come sealed, by a distributor that keeps them until they are acknowledged. (C1, C2, C3)
extension Life: SealedMail {
  func register(_ wish: RegistrationWish) {
    record(.effect(.register(wish)))
    performing {
      let isOn = wish.setting != nil
      if !isOn { loseDistributor() }
      push.isRegistered = isOn
      guard isOn else { return }
      later(.situation(.distributor("org.unifiedpush.Distributor.sim")), 0...10)
      later(.situation(.endpoint("https://push.example/\(random.span(1...3))")), 20...30)
      later(.situation(.carrier(Carrier.unifiedPush, Carrier(.open, since: now))), 40...3000)
      bringLetters()
    }
  }

  func leave() {}

  /// What is on its way has not arrived; the distributor keeps it.
  private func loseDistributor() {
    pending.removeAll { entry in
      if case .received(let parcel) = entry.event { return parcel.carrier == Carrier.unifiedPush }
      return false
    }
    push.handedOver = 0
  }

  func bringLetters() {
    guard running, push.isRegistered else { return }
    while push.handedOver < push.letters.count {
      let letter = push.letters[push.handedOver]
      push.handedOver += 1
      for _ in 0..<(!fair && random.once(in: 8) ? 2 : 1) {
        later(.received(letter.parcel), 0...9000)
      }
    }
  }

  func open(_ job: OpeningJob, _ ticket: Ticket) {
    record(.effect(.unseal(job, ticket)))
    performing {
      let parts = String(decoding: job.bytes, as: UTF8.self).split(separator: "|").map(String.init)
      let wanted = job.keys.map(\.id)
      var result = OpeningResult.failed("not-authentic")
      if parts.count == 2, wanted.contains(parts[0]) {
        if situation.keyring == .locked || !fair && random.once(in: 15) {
          result = .unreadable
        } else {
          if !push.keys.contains(parts[0]) {
            watch.fail("C2: \(parts[0]) is used, and was forgotten")
          }
          result = .opened(
            #"{"data":{"type":"general","title":"Sealed \#(parts[1])"}}"#,
            by: SecretReference(parts[0]))
          watch.carriers.opened[parts[1]] = now
        }
      }
      later(.finished(ticket, .unsealed(result)), 0...200)
      if !fair, random.once(in: 10) { later(.finished(ticket, .unsealed(result)), 0...5000) }
    }
  }

  func keys(_ reference: SecretReference?, _ ticket: Ticket) {
    record(.effect(.keys(reference, ticket)))
    performing {
      let keys = reference ?? keep("keys")
      if reference == nil { push.gave(keys.id) }
      let isThere = push.keys.contains(keys.id) && situation.keyring != .locked
      later(
        .finished(
          ticket, .keys(isThere ? .ready(keys, p256dh: "P", auth: "A") : .unreadable)), 0...100)
    }
  }

  func send(_ test: SelfTest, _ ticket: Ticket) {
    record(.effect(.sendSelf(test, ticket)))
    performing {
      later(.finished(ticket, .sentSelf(.refused(status: 503))), 0...20_000)
    }
  }

  /// Chooses a distributor, pairs, revokes, sends.
  func useDistributor() {
    let name = "Sender \(random.span(1...3))"
    switch random.span(0...11) {
    case 0, 1:
      _ = ask(.patch(random.once(in: 4) ? #"{"distributor":null}"# : #"{"distributor":"auto"}"#))
    case 2, 3:
      _ = ask(.pair(name: name))
      watch.settingsMayDiffer()
    case 4: _ = ask(.renewPairing(name: name))
    case 5: if random.once(in: 2) { _ = ask(.unpair(name: name)) }
    case 6: _ = ask(.testCarrier(name: Carrier.unifiedPush))
    case 7:
      guard push.isRegistered else { return }
      loseDistributor()
      later(
        .situation(
          .carrier(
            Carrier.unifiedPush,
            Carrier(.waiting, since: now, deafSince: now, trouble: .registration(.vanished)))),
        0...10)
      later(.situation(.endpoint(nil)), 20...30)
      later(.situation(.endpoint("https://push.example/\(random.span(1...3))")), 60_000...90_000)
      later(
        .situation(.carrier(Carrier.unifiedPush, Carrier(.open, since: now))), 100_000...110_000)
    default:
      for _ in 0..<random.span(1...7) { push.send(&random) }
      bringLetters()
    }
    watch.settingsMayDiffer()
  }
}
