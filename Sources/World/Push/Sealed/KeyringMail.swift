package import CarillonEngine
import CarillonGLib
import CarillonHTTP

/// Opens sealed messages with keys from the keyring, and makes such keys. (C2, C7, C8)
@MainActor package final class KeyringMail: @MainActor SealedMail {
  private let secrets: any Secrets
  private let clock: () -> Instant
  private let send: (Event) -> Void
  private let push: SoupPush
  /// The keys that were asked for last: the keyring is not asked again for every message.
  private var known: [SecretReference: PushKeys] = [:]
  /// Those of the last tests of the way.
  private var own: [PushKeys] = []

  private static let mostOwn = 3

  /// `send` takes the results, as `Host.send` does.
  package init(
    version: String, secrets: any Secrets, clock: @escaping () -> Instant,
    send: @escaping (Event) -> Void
  ) {
    self.secrets = secrets
    self.clock = clock
    self.send = send
    push = SoupPush(version: version)
  }

  /// Forgets the keys that are in memory, because the keyring was locked.
  package func lock() { known = [:] }

  package func open(_ job: OpeningJob, _ ticket: Ticket) {
    // Others first: thousands may wait, and the end of one is the beginning of the next.
    MainLoop.soon { [weak self] in self?.openNow(job, ticket) }
  }

  private func openNow(_ job: OpeningJob, _ ticket: Ticket) {
    known = known.filter { job.keys.contains($0.key) }
    read(job.keys[...], missing: 0) { [weak self] missing in
      guard let self else { return }
      self.send(.finished(ticket, .unsealed(self.opened(job, missing: missing))))
    }
  }

  /// Reads the keys that are not known yet; `then` gets the number of those that cannot be read.
  private func read(
    _ keys: ArraySlice<SecretReference>, missing: Int, then: @escaping (Int) -> Void
  ) {
    guard let reference = keys.first else { return then(missing) }
    let rest = keys.dropFirst()
    if known[reference] != nil { return read(rest, missing: missing, then: then) }
    secrets.value(of: reference) { [weak self] value in
      guard let self else { return }
      if let value, let keys = self.keys(value) { self.known[reference] = keys }
      self.read(rest, missing: missing + (value == nil ? 1 : 0), then: then)
    }
  }

  /// Nil if they are damaged: they open nothing, and the pairing has to be renewed.
  private func keys(_ stored: String) -> PushKeys? {
    do throws(Refusal) {
      return try PushKeys(stored: stored)
    } catch {
      return nil
    }
  }

  private func opened(_ job: OpeningJob, missing: Int) -> OpeningResult {
    let senders = job.keys.compactMap { reference in
      known[reference].map { (reference: Optional(reference), keys: $0) }
    }
    for (reference, keys) in senders + own.map({ (nil, $0) }) {
      do throws(SealedMessage.Failure) {
        let bytes = try SealedMessage.open(job.bytes, with: [keys])
        guard let text = String(validating: bytes, as: UTF8.self) else {
          return .failed("not-text")
        }
        return .opened(text, by: reference)
      } catch {
        // Only another key can help.
        guard error == .notAuthentic else {
          return .failed(error.rawValue.replacing("_", with: "-"))
        }
      }
    }
    return missing > 0 ? .unreadable : .failed(senders.isEmpty ? "no-sender" : "not-authentic")
  }

  package func keys(_ reference: SecretReference?, _ ticket: Ticket) {
    guard let reference else {
      let keys = PushKeys()
      let reference = secrets.keep(keys.stored)
      // Whoever is told of them may use them for years.
      return secrets.whenKept(reference) { [weak self] in self?.tell(keys, reference, ticket) }
    }
    secrets.value(of: reference) { [weak self] value in
      guard let self else { return }
      guard let value, let keys = self.keys(value) else {
        return self.send(.finished(ticket, .keys(.unreadable)))
      }
      self.tell(keys, reference, ticket)
    }
  }

  private func tell(_ keys: PushKeys, _ reference: SecretReference, _ ticket: Ticket) {
    let address = keys.address
    send(
      .finished(
        ticket, .keys(.ready(reference, p256dh: address.p256dh, auth: address.authText))))
  }

  package func send(_ test: SelfTest, _ ticket: Ticket) {
    guard let token = test.token else { return send(test, authorization: nil, ticket) }
    secrets.value(of: token) { [weak self] value in
      guard let self else { return }
      guard let value else {
        return self.send(.finished(ticket, .sentSelf(.failed(.secret))))
      }
      self.send(test, authorization: Authorization.value(of: value), ticket)
    }
  }

  private func send(_ test: SelfTest, authorization: String?, _ ticket: Ticket) {
    let keys = PushKeys()
    own = own.suffix(KeyringMail.mostOwn - 1) + [keys]
    let sealed: [UInt8]
    do throws(SealedMessage.Refused) {
      sealed = try SealedMessage.seal(Array(test.text.utf8), for: keys.address)
    } catch {
      return send(.finished(ticket, .sentSelf(.failed(.payload))))
    }
    let sealedAt = clock()
    push.post(
      sealed, to: test.endpoint, authorization: authorization, timeToLive: SelfTest.patience,
      timeout: SelfTest.answerPatience
    ) { [weak self] result in
      guard let self else { return }
      let sending: SelfTest.Sending =
        switch result {
        case .success(200..<300): .accepted(sealedAt: sealedAt, sentAt: self.clock())
        case .success(let status):
          .refused(status: status, sealedAt: sealedAt, sentAt: self.clock())
        case .failure(let failure): .failed(failure.code, sealedAt: sealedAt)
        }
      self.send(.finished(ticket, .sentSelf(sending)))
    }
  }
}
