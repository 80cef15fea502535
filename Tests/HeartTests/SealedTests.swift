import CarillonFeatures
import CarillonStore
import Testing
import Toys

/// What comes sealed, whom it is from, and the way it comes. (C1, C2, C3, C7, C8, C10)
@Suite struct SealedTests {
  private static let endpoint = "https://push.example/up1"

  /// A device that is registered with a distributor; what is sealed for a key is `KEY|TEXT`.
  private func device(
    registered: Bool = true, _ prepare: (Device) -> Void = { _ in }
  ) throws -> Device {
    let device = try Device(at: at("2026-11-21T09:00:00Z"), prepare)
    device.opens = { [unowned device] in device.opened($0) }
    device.setSlots([])
    device.set(#"{"distributor":"auto"}"#)
    guard registered else { return device }
    device.host.send(.situation(.distributor("org.unifiedpush.Distributor.test")))
    device.host.send(.situation(.endpoint(Self.endpoint)))
    report(.open, to: device)
    return device
  }

  private func report(_ phase: Carrier.Phase, deafSince: Instant? = nil, to device: Device) {
    device.host.send(
      .situation(
        .carrier(Carrier.unifiedPush, Carrier(phase, since: device.now, deafSince: deafSince))))
  }

  @discardableResult private func bring(_ text: String, id: String?, to device: Device) -> Bool {
    var committed = false
    let parcel = Parcel(.sealed(Array(text.utf8)), carrier: Carrier.unifiedPush, id: id)
    device.host.send(.received(parcel)) { committed = true }
    return committed
  }

  private func setKeyring(_ keyring: Situation.Keyring, of device: Device) {
    device.situation.keyring = keyring
    device.host.send(.situation(.keyring(keyring)))
  }

  private func pair(_ name: String, with device: Device) -> String {
    guard let text = device.ask(.order(.pair(name: name)))?.text,
      case .object(let members) = JSONValue(parsing: text),
      case .object(let keys) = members["keys"], case .text(let key) = keys["p256dh"]
    else { return "" }
    return String(key.dropFirst(2))
  }

  /// The form of a message that was sealed with this salt, so far that it is told from others; what opens it here
  /// reads only what comes first.
  private func letter(_ text: String, salt: UInt8) -> [UInt8] {
    let start = Array("\(text)|".utf8)
    let padded = start + Array(repeating: salt, count: max(0, 20 - start.count))
    return padded + [65] + Array(repeating: salt, count: 80)
  }

  @Test("C1, C2: the same sealed bytes are one message, under whatever ids and by whom they come")
  func replayed() throws {
    let device = try device()
    _ = pair("Coffee", with: device)
    let key = try #require(device.secrets.keys.first)
    device.opens = { _ in .opened("Ready", by: key) }
    for (id, carrier) in [
      ("m1", Carrier.unifiedPush), ("m2", Carrier.unifiedPush), ("m3", "ntfy:ntfy.example"),
    ] {
      device.host.send(
        .received(Parcel(.sealed(letter("a", salt: 1)), carrier: carrier, id: id)))
      device.run(for: .minutes(11))
    }
    #expect(device.calls.count == 1)
    // Another one may say the same.
    device.host.send(
      .received(Parcel(.sealed(letter("a", salt: 2)), carrier: Carrier.unifiedPush, id: "m4")))
    #expect(device.calls.count == 2)
  }

  // MARK: Pairing

  @Test(
    "B30, C8: a paired sender is given the address and its keys, the same when it is asked again")
  func pairing() throws {
    let device = try device()
    let first = device.done(.order(.pair(name: "Coffee")))
    #expect(
      first
        == #"{"endpoint":"https://push.example/up1","keys":{"auth":"A-secret-1","p256dh":"P-secret-1"}}"#
    )
    #expect(device.done(.order(.pair(name: "Coffee"))) == first)
    #expect(device.done(.order(.pair(name: "Boiler"))) != first)
    #expect(device.state().senders.map(\.name) == ["Coffee", "Boiler"])
    device.crash()
    device.start()
    #expect(device.done(.order(.pair(name: "Coffee"))) == first)
  }

  @Test("C8: without an address nobody can be paired; a topic is one as well")
  func address() throws {
    let device = try device(registered: false)
    #expect(device.refusal(.order(.pair(name: "Coffee")))?.kind == .refused)
    #expect(device.secrets.isEmpty)
    device.set(
      #"{"subscriptions":[{"server":"https://ntfy.example","topic":"a"},{"server":"https://ntfy.example","topic":"b","sealed":true}]}"#
    )
    #expect(
      device.done(.order(.pair(name: "Coffee"))).contains("https://ntfy.example/b?up=1"))
    device.host.send(.situation(.endpoint(Self.endpoint)))
    #expect(device.done(.order(.pair(name: "Coffee"))).contains(Self.endpoint))
  }

  @Test(
    "C8: a bad name is refused by its field",
    arguments: ["", " ", "\u{202E}", String(repeating: "x", count: 51)])
  func badName(_ name: String) throws {
    let device = try device()
    #expect(device.refusal(.order(.pair(name: name)))?.message.hasPrefix("name:") == true)
    #expect(device.state().senders.isEmpty)
  }

  @Test("C8: with twenty senders, another one is refused and makes no keys")
  func tooManySenders() throws {
    let device = try device()
    for number in 1...PairedSender.most { device.done(.order(.pair(name: "S\(number)"))) }
    #expect(device.refusal(.order(.pair(name: "More"))) != nil)
    #expect(device.secrets.count == PairedSender.most)
    #expect(!device.done(.order(.pair(name: "S1"))).isEmpty)
  }

  @Test("C8: what a revoked sender sends is not opened any more, and its keys are gone")
  func revoked() throws {
    let device = try device()
    let key = pair("Coffee", with: device)
    device.set(##"{"channels":{"sender:Coffee":{"popup":false}}}"##)
    #expect(device.done(.order(.unpair(name: "Coffee"))) == #"{"senders":[]}"#)
    #expect(device.secrets.isEmpty)
    #expect(device.state().senders.isEmpty)
    #expect(!device.done(.configuration).contains("sender:Coffee"))
    #expect(bring("\(key)|Ready", id: "m1", to: device))
    #expect(device.calls.isEmpty)
    #expect(try device.drops() == ["sealed-not-authentic"])
    #expect(device.refusal(.order(.unpair(name: "Coffee")))?.kind == .notFound)
  }

  @Test(
    "C8: a sender that is unpaired while its keys are read, or made anew, stays unpaired",
    arguments: [Order.pair(name: "Coffee"), .renewPairing(name: "Coffee")])
  func unpairedMeanwhile(_ order: Order) throws {
    let device = try device()
    _ = pair("Coffee", with: device)
    device.keysWaiting = []
    var answer: Answer?
    device.host.put(.order(order)) { answer = $0 }
    device.done(.order(.unpair(name: "Coffee")))
    device.giveKeys()
    guard case .refused(let refusal)? = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    #expect(refusal.kind == .notFound)
    #expect(device.state().senders.isEmpty && device.secrets.isEmpty)
  }

  @Test("C8: asked for while they are renewed, a sender's keys are the new ones")
  func renewedMeanwhile() throws {
    let device = try device()
    let former = pair("Coffee", with: device)
    device.keysWaiting = []
    var answers: [Answer] = []
    device.host.put(.order(.renewPairing(name: "Coffee"))) { answers.append($0) }
    device.host.put(.order(.pair(name: "Coffee"))) { answers.append($0) }
    device.giveKeys()
    #expect(answers.count == 2 && answers.first?.text == answers.last?.text)
    #expect(answers.first?.text?.contains(former) == false)
  }

  @Test("C8: what was being opened when its sender was revoked is not shown")
  func revokedMeanwhile() throws {
    let device = try device()
    let key = pair("Coffee", with: device)
    device.opens = nil
    bring("\(key)|Ready", id: "m1", to: device)
    let opening = try #require(device.openings.last)
    let result = device.opened(opening.job)
    device.done(.order(.unpair(name: "Coffee")))
    device.host.send(.finished(opening.ticket, .unsealed(result)))
    #expect(device.calls.isEmpty)
    #expect(try device.drops() == ["sealed-no-sender"])
    #expect(device.state().sealedCount == 0)
  }

  @Test("C2: renewed, a sender's former keys count for 48 hours more, and are forgotten then")
  func renewed() throws {
    let device = try device()
    let former = pair("Coffee", with: device)
    device.done(.order(.renewPairing(name: "Coffee")))
    let current = pair("Coffee", with: device)
    #expect(former != current)
    #expect(device.secrets.count == 2)
    device.run(for: .hours(47))
    bring("\(former)|Old keys", id: "m1", to: device)
    bring("\(current)|New keys", id: "m2", to: device)
    #expect(device.calls.map(\.call.body) == ["Old keys", "New keys"])
    device.run(for: .hours(2))
    #expect(device.secrets.count == 1)
    bring("\(former)|Too old", id: "m3", to: device)
    #expect(device.calls.count == 2)
    #expect(device.refusal(.order(.renewPairing(name: "Nobody")))?.kind == .notFound)
  }

  @Test("C2: what came in time with former keys is opened however long the keyring stays locked")
  func formerKeysWait() throws {
    let device = try device()
    let former = pair("Coffee", with: device)
    device.done(.order(.renewPairing(name: "Coffee")))
    device.run(for: .hours(47))
    setKeyring(.locked, of: device)
    bring("\(former)|In time", id: "m1", to: device)
    device.run(for: .hours(2))
    bring("\(former)|Too late", id: "m2", to: device)
    device.run(for: .hours(20))
    setKeyring(.open, of: device)
    #expect(device.calls.map(\.call.body) == ["In time"])
    #expect(device.secrets.count == 1)
  }

  @Test("T29: after an import from elsewhere, a sender has to be paired again")
  func imported() throws {
    let device = try device()
    let key = pair("Coffee", with: device)
    let settings = device.done(.configuration)
    let other = try self.device()
    other.done(
      .import(
        #"{"head":{"format":"carillon-export","formatVersion":1,"version":"9","configuration":\#(settings)}}"#
      ))
    guard other.state().senders.first?.name == "Coffee" else {
      Issue.record("the sender was not imported")
      return
    }
    #expect(other.state().senders.first?.hasKeys == false)
    bring("\(key)|Ready", id: "m1", to: other)
    #expect(other.calls.isEmpty)
    #expect(!pair("Coffee", with: other).isEmpty)
    #expect(other.state().senders.first?.hasKeys == true)
  }

  @Test("T27: a sender's keys cannot be sent anywhere as a token")
  func keysAreNoToken() throws {
    let device = try device()
    let key = pair("Coffee", with: device)
    let patch =
      #"{"subscriptions":[{"server":"https://evil.example","topic":"a","token":{"secretReference":"\#(key)"}}]}"#
    #expect(device.refusal(.set(mergePatch: patch))?.message.contains("secretReference") == true)
  }

  // MARK: Opening

  @Test("C1, C2: it is stored before it is acknowledged, then opened, and told once")
  func opened() throws {
    let device = try device()
    let key = pair("Coffee", with: device)
    device.opens = nil
    #expect(bring("\(key)|Ready", id: "m1", to: device))
    #expect(bring("\(key)|Ready", id: "m1", to: device))
    #expect(device.openings.count == 1)
    #expect(device.calls.isEmpty)
    // The process dies before it is open.
    device.crash()
    device.opens = { [unowned device] in device.opened($0) }
    device.start()
    #expect(device.calls.map(\.call.body) == ["Ready"])
    bring("\(key)|Ready", id: "m1", to: device)
    #expect(device.calls.count == 1)
    #expect(device.state().sealedCount == 0)
  }

  @Test("C10: a paired sender is a channel with its name; a subject of a kind keeps that kind's")
  func channel() throws {
    let device = try device()
    let key = pair("Coffee", with: device)
    bring("\(key)|Ready", id: "m1", to: device)
    #expect(device.calls.first?.call.summary == "Coffee")
    #expect(device.history().first?.channel == "sender:Coffee")
    device.set(#"{"channels":{"sender:Coffee":{"enabled":false}}}"#)
    bring("\(key)|Again", id: "m2", to: device)
    #expect(device.calls.count == 1)
    #expect(device.refusal(.set(mergePatch: #"{"channels":{"sender:Tea":{}}}"#)) != nil)
  }

  @Test("D12, C10: an analytics address does not learn a paired sender's name")
  func analytics() throws {
    let device = try device()
    device.set(#"{"analytics":"https://count.example.org/events"}"#)
    let key = pair("Coffee", with: device)
    bring("\(key)|Ready", id: "m1", to: device)
    let told = device.posts.filter { $0.job.spec.url == "https://count.example.org/events" }
    #expect(told.count == 1)
    #expect(told.allSatisfy { $0.job.body.contains(#""channel":"sender""#) })
  }

  @Test("D15: alarms of a paired sender take no place of one's own, and wait for one of theirs")
  func places() throws {
    let device = try device()
    let key = pair("Coffee", with: device)
    for number in 0..<101 {
      bring("\(key)|\(device.document(alarm("c\(number)")))", id: "m\(number)", to: device)
    }
    device.push(alarm("own"))
    func counts() throws -> [Int] {
      try device.store.read { rows throws(StoreFailure) in
        let waiting = try rows.reminder("alarm:c100/sender:Coffee")?.waitsBelow
        return [
          try rows.reminderCount(of: nil), try rows.reminderCount(of: "sender:Coffee"),
          waiting == nil ? 0 : 1,
        ]
      }
    }
    #expect(try counts() == [1, 100, 1])
    device.done(.act(tag: "alarm:own", action: "silence", data: ""))
    #expect(try counts() == [0, 100, 1])
    device.done(.act(tag: "alarm:c1/sender:Coffee", action: "silence", data: ""))
    #expect(try counts() == [0, 100, 0])
  }

  @Test("C10: a paired sender that is off shows no brew either, and its brews are its own")
  func brews() throws {
    let device = try device()
    let key = pair("House", with: device)
    bring("\(key)|\(device.document(stage("heating", "b1")))", id: "m1", to: device)
    #expect(device.calls.count == 1)
    let brew = try device.store.read { rows throws(StoreFailure) in
      try rows.newest(tag: "brew:b1/sender:House", limit: 1).first
    }
    #expect(brew?.guest == "sender:House")
    device.set(#"{"channels":{"sender:House":{"enabled":false}}}"#)
    bring("\(key)|\(device.document(stage("brewing", "b2")))", id: "m2", to: device)
    #expect(device.calls.count == 1)
    #expect(device.outcomes().contains("message skipped channel-off"))
  }

  @Test("C10: what a paired sender says while it is off keeps back no alarm of one's own")
  func ownAlarms() throws {
    let device = try device()
    let key = pair("House", with: device)
    device.set(#"{"channels":{"sender:House":{"enabled":false}}}"#)
    bring("\(key)|\(device.document(alarm("a1", ["severity": "warning"])))", id: "m1", to: device)
    #expect(device.calls.isEmpty)
    device.push(alarm("a1", ["severity": "warning"]))
    device.run(for: .seconds(1))
    #expect(device.calls.count == 1 && device.calls.last?.call.suppressSound == false)
  }

  @Test("C10, D15: a paired sender's copy takes no urgency from one's own alarm, nor ends it")
  func ownUrgency() throws {
    let device = try device()
    let key = pair("House", with: device)
    device.push(alarm())
    device.run(for: .seconds(1))
    bring("\(key)|\(device.document(alarm()))", id: "m1", to: device)
    bring("\(key)|\(device.document(alarm("a1", ["status": "resolved"])))", id: "m2", to: device)
    device.run(for: .seconds(1))
    let shown = device.calls.count
    device.done(.pause(until: "1h"))
    device.run(for: .minutes(6))
    #expect(device.calls.count == shown + 1 && device.calls.last?.call.urgency == .critical)
  }

  @Test("C1: what two paired senders say in the same words is no copy, even if neither gives an id")
  func sameWords() throws {
    let device = try device()
    let (one, two) = (pair("Coffee", with: device), pair("Tea", with: device))
    device.set(#"{"channels":{"sender:Tea":{"enabled":false}}}"#)
    bring("\(two)|Ready", id: nil, to: device)
    bring("\(one)|Ready", id: nil, to: device)
    #expect(device.calls.map(\.call.summary) == ["Coffee"])
    bring("\(one)|Ready", id: nil, to: device)
    let messages = device.history().filter { $0.kind == "message" }
    #expect(messages.map(\.reason) == ["duplicate", nil, "channel-off"])
  }

  @Test(
    "C2: what cannot be opened is counted and never shown",
    arguments: ["other|Text", "no key at all", ""])
  func notOpened(_ text: String) throws {
    let device = try device()
    _ = pair("Coffee", with: device)
    #expect(bring(text, id: "m1", to: device))
    #expect(device.calls.isEmpty)
    #expect(try device.drops() == ["sealed-not-authentic"])
    #expect(device.state().carriers.first?.dropped == ["sealed-not-authentic": 1])
    #expect(!device.history().contains { $0.kind == "message" })
  }

  @Test("C2: what is longer than any push message is counted and not kept")
  func tooLong() throws {
    let device = try device()
    #expect(bring(String(repeating: "x", count: 4097), id: "m1", to: device))
    #expect(try device.drops() == ["sealed-too-long"])
    #expect(device.openings.isEmpty)
  }

  @Test("C2: with a locked keyring it waits, and is then told like a backlog")
  func locked() throws {
    let device = try device()
    let key = pair("Coffee", with: device)
    setKeyring(.locked, of: device)
    for number in 1...6 { bring("\(key)|Text \(number)", id: "m\(number)", to: device) }
    #expect(device.openings.isEmpty)
    #expect(device.state().sealedCount == 6)
    device.run(for: .minutes(5))
    setKeyring(.open, of: device)
    // The three youngest, and one that stands for the rest. (C4)
    #expect(device.calls.count == 4)
    #expect(device.state().sealedCount == 0)
    #expect(device.history().filter { $0.kind == "message" }.count == 6)
  }

  @Test(
    "003, C2: what is sealed keeps a process that rings while the keyring is locked, and not longer"
  )
  func rest() throws {
    let device = try device()
    let key = pair("Coffee", with: device)
    setKeyring(.locked, of: device)
    #expect(device.host.isAtRest)
    bring("\(key)|Text", id: "m1", to: device)
    #expect(!device.host.isAtRest)
    device.opens = { _ in .unreadable }
    setKeyring(.open, of: device)
    // It is tried again at a time of its own.
    #expect(device.state().sealedCount == 1)
    #expect(device.host.isAtRest)
  }

  @Test(
    "C2: keys that are gone keep back only what they would open, for as long as anything is kept")
  func missingKeys() throws {
    let device = try device()
    let lost = pair("Lost", with: device)
    let other = pair("Coffee", with: device)
    device.opens = { [unowned device] job in
      let result = device.opened(job)
      if case .opened(_, SecretReference(lost)) = result { return .unreadable }
      return result
    }
    bring("\(lost)|One", id: "m1", to: device)
    bring("\(other)|Two", id: "m2", to: device)
    #expect(device.calls.map(\.call.body) == ["Two"])
    #expect(device.state().sealedCount == 1)
    var tries = device.openings.count
    // Tried again after 1, 2, 4 … minutes, but not for ever so often.
    device.run(for: .minutes(2))
    #expect(device.openings.count == tries + 1)
    device.run(for: .hours(3))
    #expect((tries + 6...tries + 8).contains(device.openings.count))
    tries = device.openings.count
    setKeyring(.locked, of: device)
    setKeyring(.open, of: device)
    #expect(device.openings.count == tries + 1)
    device.run(for: .days(16))
    #expect(device.state().sealedCount == 0)
    #expect(try device.drops() == ["sealed-keys"])
    #expect(device.calls.count == 1)
  }

  @Test("C2, T8: however much cannot be opened, nothing of it outlives the retention by a day")
  func manyMissingKeys() throws {
    let device = try device { $0.step = 5 }
    let lost = pair("Lost", with: device)
    device.opens = { _ in .unreadable }
    for number in 0..<40 { bring("\(lost)|\(number)", id: "m\(number)", to: device) }
    #expect(device.state().sealedCount == 40)
    device.run(for: .days(15))
    #expect(device.state().sealedCount == 0)
  }

  @Test("C2: however much waits that came by one way, what came by another has its turn")
  func inTurn() throws {
    let device = try device()
    let key = pair("Coffee", with: device)
    device.set(#"{"subscriptions":[{"server":"https://ntfy.example","topic":"one"}]}"#)
    device.opens = nil
    for number in 1...5 { bring("\(key)|Text \(number)", id: "m\(number)", to: device) }
    var parcel = Parcel(.sealed(Array("\(key)|Other".utf8)), carrier: "ntfy:ntfy.example", id: "o")
    parcel.topic = "ntfy.example/one"
    device.host.send(.received(parcel))
    while let opening = device.openings.last, device.state().sealedCount > 0 {
      device.host.send(.finished(opening.ticket, .unsealed(device.opened(opening.job))))
    }
    let opened = device.openings.map { String(decoding: $0.job.bytes, as: UTF8.self) }
    #expect(
      opened.map { $0.split(separator: "|").last } == [
        "Text 1", "Text 2", "Other", "Text 3", "Text 4", "Text 5",
      ])
  }

  @Test("C2: the keyring is not asked while nothing waits; one message is opened at a time")
  func oneAtATime() throws {
    let device = try device()
    let key = pair("Coffee", with: device)
    device.opens = nil
    for number in 1...3 { bring("\(key)|Text \(number)", id: "m\(number)", to: device) }
    #expect(device.openings.count == 1)
    let first = try #require(device.openings.first)
    device.host.send(.finished(first.ticket, .unsealed(device.opened(first.job))))
    #expect(device.openings.count == 2)
    // A result of a former process, or a second one, changes nothing.
    device.host.send(.finished(first.ticket, .unsealed(device.opened(first.job))))
    #expect(device.openings.count == 2)
    #expect(device.calls.count == 1)
  }

  @Test(
    "C4, C2: a tombstone, which anybody who knows the topic can send, takes back nothing that came sealed"
  )
  func tombstone() throws {
    let device = try device()
    device.set(
      #"{"subscriptions":[{"server":"https://ntfy.example","topic":"t","sealed":true}]}"#)
    device.host.send(
      .situation(.carrier("ntfy:ntfy.example", Carrier(.open, since: device.now))))
    let key = pair("Coffee", with: device)
    setKeyring(.locked, of: device)
    func parcel(_ body: Parcel.Body, id: String, age: Int64) -> Parcel {
      var parcel = Parcel(body, carrier: "ntfy:ntfy.example", id: id)
      parcel.topic = "ntfy.example/t"
      parcel.sequence = "s"
      parcel.sentAt = device.now - .seconds(age)
      return parcel
    }
    device.host.send(.received(parcel(.sealed(Array("\(key)|Wash".utf8)), id: "a1", age: 9)))
    device.host.send(.received(parcel(.withdrawn, id: "a2", age: 5)))
    setKeyring(.open, of: device)
    #expect(device.calls.map(\.call.body) == ["Wash"])
  }

  @Test("C4, C2: who carries what is sealed does not say what it takes the place of")
  func foreignSequence() throws {
    let device = try device()
    device.set(
      #"{"subscriptions":[{"server":"https://ntfy.example","topic":"t","sealed":true}]}"#)
    _ = pair("Coffee", with: device)
    let key = try #require(device.secrets.keys.first)
    for salt: UInt8 in [1, 2] {
      device.opens = { _ in .opened("Ready \(salt)", by: key) }
      var parcel = Parcel(
        .sealed(letter("a", salt: salt)), carrier: "ntfy:ntfy.example", id: "a\(salt)")
      parcel.topic = "ntfy.example/t"
      parcel.sequence = "s"
      parcel.sentAt = device.now
      device.host.send(.received(parcel))
    }
    #expect(device.calls.map(\.call.body) == ["Ready 1", "Ready 2"])
    #expect(device.calls.allSatisfy { $0.call.replaces == nil })
  }

  // MARK: Registration

  @Test("C3: the registration follows the setting, with one token for ever")
  func registration() throws {
    let device = try device(registered: false)
    let first = try #require(device.registered.last)
    #expect(first.setting == "auto")
    #expect(first.former.endpoint == nil)
    device.host.send(.situation(.distributor("org.unifiedpush.Distributor.test")))
    device.host.send(.situation(.endpoint(Self.endpoint)))
    report(.open, to: device)
    device.crash()
    device.run(for: .hours(1))
    device.start()
    let second = try #require(device.registered.last)
    #expect(second.former.token == first.former.token)
    #expect(second.former.endpoint == Self.endpoint)
    #expect(second.former.distributor == "org.unifiedpush.Distributor.test")
    #expect(second.deafSince != nil)
    device.set(#"{"distributor":null}"#)
    #expect(device.registered.last?.setting == nil)
    #expect(device.state().carriers.isEmpty)
    #expect(!device.state().hasAddress)
  }

  @Test("T29: when everything is deleted, the registration is taken back first")
  func erased() throws {
    let device = try device()
    device.host.ask(.deleteAll(confirmation: "DELETE")) { _ in }
    #expect(device.left == 1)
    #expect(device.erased == 1)
  }

  @Test("C9: without a distributor nothing is registered")
  func noDistributor() throws {
    let device = try Device(at: at("2026-11-21T09:00:00Z"))
    device.sleep(for: .hours(1))
    #expect(device.registered.isEmpty)
    #expect(device.openings.isEmpty)
  }

  @Test(
    "C3: a bad distributor is refused by its field",
    arguments: [
      #""kde""#, #""org.unifiedpush.Distributor.""#, #""org.unifiedpush.Distributor.a b""#, "1",
      #""""#,
    ])
  func badDistributor(_ value: String) throws {
    let device = try Device(at: at("2026-11-21T09:00:00Z"))
    let refusal = device.refusal(.set(mergePatch: #"{"distributor":\#(value)}"#))
    #expect(refusal?.message.hasPrefix("distributor:") == true)
  }

  @Test("C6: the state says how the registration is, and why nothing can come")
  func state() throws {
    let device = try device(registered: false)
    #expect(device.state().carriers.map(\.state) == ["connecting"])
    var carrier = Carrier(.refused, since: device.now, deafSince: device.now)
    carrier.trouble = .registration(.refused(.actionRequired))
    device.host.send(.situation(.carrier(Carrier.unifiedPush, carrier)))
    let report = try #require(device.state().carriers.first)
    #expect(report.state == "refused")
    #expect(report.trouble == "The distributor is not set up yet: open its settings.")
  }

  // MARK: The whole way

  private func test(_ name: String, _ device: Device) -> () -> TestReport? {
    var answer: Answer?
    device.host.ask(.testCarrier(name: name)) { answer = $0 }
    return {
      guard case .done(let reply) = answer else { return nil }
      return reply.value(as: TestReport.self)
    }
  }

  @Test("C7: a test names each step of the whole way with its time")
  func wholeWay() throws {
    let device = try device()
    let report = test(Carrier.unifiedPush, device)
    let sent = try #require(device.selfTests.first)
    #expect(sent.test.endpoint == Self.endpoint)
    let start = device.now
    device.now = start + .milliseconds(300)
    // It comes before the server's answer has.
    device.opens = { _ in .opened(sent.test.text, by: nil) }
    bring("sealed", id: "m1", to: device)
    #expect(report() == nil)
    device.host.send(
      .finished(
        sent.ticket,
        .sentSelf(
          .accepted(sealedAt: start + .milliseconds(2), sentAt: start + .milliseconds(90)))))
    let steps = try #require(report()?.steps)
    #expect(steps.map(\.step) == SelfTest.Step.allCases.map(\.rawValue))
    #expect(steps.map(\.afterMs) == [0, 2, 90, 300, 300, 300, 300, 300])
    #expect(report()?.succeeded == true)
    #expect(device.calls.last?.call.summary == "The test has arrived")
    let told = device.signals.filter { if case .testStep = $0 { true } else { false } }
    #expect(told.count == steps.count)
  }

  @Test("C7: the first step that failed is named, with what helps")
  func failures() throws {
    let device = try device()
    var report = test(Carrier.unifiedPush, device)
    var sent = try #require(device.selfTests.last)
    device.host.send(.finished(sent.ticket, .sentSelf(.refused(status: 507))))
    #expect(report()?.steps.last?.step == "accepted")
    #expect(report()?.steps.last?.problem == "The server has a problem of its own (error 507).")

    report = test(Carrier.unifiedPush, device)
    sent = try #require(device.selfTests.last)
    device.host.send(.finished(sent.ticket, .sentSelf(.failed(.offline, sealedAt: device.now))))
    #expect(report()?.steps.last?.step == "sent")

    // Accepted, and it never comes.
    report = test(Carrier.unifiedPush, device)
    sent = try #require(device.selfTests.last)
    device.host.send(
      .finished(sent.ticket, .sentSelf(.accepted(sealedAt: device.now, sentAt: device.now))))
    device.run(for: .seconds(29))
    #expect(report() == nil)
    device.run(for: .seconds(2))
    #expect(report()?.steps.last?.step == "received")

    report = test(Carrier.unifiedPush, device)
    device.run(for: .seconds(31))
    #expect(report()?.steps.last?.step == "sent")

    device.host.send(.situation(.endpoint(nil)))
    report = test(Carrier.unifiedPush, device)
    #expect(report()?.steps.map(\.step) == ["registered"])
    #expect(report()?.succeeded == false)
    #expect(device.refusal(.order(.testCarrier(name: "nobody"))) != nil)
  }

  @Test("T29: a test is listed with the server that it is sent to")
  func contact() throws {
    let device = try device()
    _ = test(Carrier.unifiedPush, device)
    #expect(device.done(.storage).contains("push.example"))
  }

  @Test("C7: what a former test has sent is not taken for this one's")
  func formerTest() throws {
    let device = try device()
    _ = test(Carrier.unifiedPush, device)
    let former = try #require(device.selfTests.last)
    device.host.send(.finished(former.ticket, .sentSelf(.refused(status: 503))))
    let report = test(Carrier.unifiedPush, device)
    let sent = try #require(device.selfTests.last)
    device.host.send(
      .finished(sent.ticket, .sentSelf(.accepted(sealedAt: device.now, sentAt: device.now))))
    device.opens = { _ in .opened(former.test.text, by: nil) }
    bring("sealed", id: "m1", to: device)
    device.run(for: .seconds(31))
    #expect(report()?.steps.last?.step == "received")
    #expect(report()?.succeeded == false)
  }

  @Test("C7: what holds the test's message is told, and so is a locked keyring")
  func heldTest() throws {
    let device = try device()
    device.done(.pause(until: "1h"))
    var report = test(Carrier.unifiedPush, device)
    var sent = try #require(device.selfTests.last)
    device.opens = { [unowned device] _ in
      .opened(device.selfTests.last?.test.text ?? "", by: nil)
    }
    bring("sealed", id: "m1", to: device)
    device.host.send(
      .finished(sent.ticket, .sentSelf(.accepted(sealedAt: device.now, sentAt: device.now))))
    #expect(report()?.steps.suffix(2).map(\.step) == ["judged", "on-screen"])
    #expect(report()?.steps.last?.problem?.isEmpty == false)

    setKeyring(.locked, of: device)
    report = test(Carrier.unifiedPush, device)
    sent = try #require(device.selfTests.last)
    bring("sealed", id: "m2", to: device)
    device.host.send(
      .finished(sent.ticket, .sentSelf(.accepted(sealedAt: device.now, sentAt: device.now))))
    device.run(for: .seconds(31))
    #expect(report()?.steps.last?.step == "opened")
    #expect(report()?.steps.last?.problem?.contains("keyring") == true)
  }

  @Test("C7: one test at a time, and not without end")
  func oneTest() throws {
    let device = try device()
    let first = test(Carrier.unifiedPush, device)
    #expect(device.refusal(.order(.testCarrier(name: Carrier.unifiedPush))) != nil)
    device.run(for: .seconds(31))
    #expect(first() != nil)
    for _ in 1...4 {
      _ = test(Carrier.unifiedPush, device)
      let sent = try #require(device.selfTests.last)
      device.host.send(.finished(sent.ticket, .sentSelf(.refused(status: 500))))
    }
    #expect(device.selfTests.count == 5)
    #expect(device.refusal(.order(.testCarrier(name: Carrier.unifiedPush))) != nil)
    device.run(for: .minutes(2))
    _ = test(Carrier.unifiedPush, device)
    #expect(device.selfTests.count == 6)
  }

  @Test("C7: a topic is tested by its own name, with its server's token")
  func topicTest() throws {
    let device = try device()
    device.set(
      #"{"subscriptions":[{"server":"https://ntfy.example","topic":"t","name":"Kitchen","token":{"secret":"tk_1"}}]}"#
    )
    device.host.send(
      .situation(.carrier("ntfy:ntfy.example", Carrier(.open, since: device.now))))
    _ = test("Kitchen", device)
    let sent = try #require(device.selfTests.last?.test)
    #expect(sent.endpoint == "https://ntfy.example/t?up=1")
    #expect(sent.token != nil)
  }
}

extension Device {
  /// Opens what is sealed as `KEY|TEXT`, with the id of the key's secret.
  fileprivate func opened(_ job: OpeningJob) -> OpeningResult {
    let parts = String(decoding: job.bytes, as: UTF8.self)
      .split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let key = job.keys.first(where: { $0.id == parts[0] }),
      secrets[key] != nil
    else { return .failed("not-authentic") }
    return .opened(parts[1], by: key)
  }
}
