import CarillonLedger

/// How the connections are that bring messages. (C6)
extension Reports {
  func addCarriers(to report: inout StateReport) throws(StoreFailure) {
    let settings = try ledger.settings
    report.carriers = try carriers(of: settings)
    if settings.distributor != nil {
      report.distributor = try rows.registration()?.distributor
    }
    report.hasAddress = try ledger.endpoint() != nil
    report.senders = settings.senders.map { sender in
      StateReport.Sender(
        name: sender.name, pairedAt: sender.pairedAt.iso(in: zone),
        formerUntil: sender.former?.until.iso(in: zone), hasKeys: sender.keys != nil,
        channel: sender.channel)
    }
    report.accounts = try accounts()
    report.sealedCount = turn.sealed.mayWait ? try rows.sealedCount() : 0
  }

  private func carriers(of settings: Settings) throws(StoreFailure) -> [StateReport.Carrier] {
    var names = settings.connections.map { ($0.name, $0.topics) }
    if settings.distributor != nil { names.insert((Carrier.unifiedPush, []), at: 0) }
    guard !names.isEmpty else { return [] }
    let drops = try rows.drops()
    var reports: [StateReport.Carrier] = []
    for (name, topics) in names {
      guard let carrier = situation.carriers[name] else { continue }
      let last = try rows.lastOutage(of: name)
      reports.append(
        StateReport.Carrier(
          name: name, topics: topics.map(\.name),
          state: carrier.phase.rawValue, since: carrier.since.iso(in: zone),
          deafSince: carrier.deafSince?.iso(in: zone),
          trouble: carrier.trouble.map { words.sentence(for: $0) },
          nextTry: carrier.nextTry?.iso(in: zone),
          dropped: Dictionary(
            drops.filter { $0.carrier == name }.map { ($0.code, $0.count) },
            uniquingKeysWith: +),
          lastOutage: last.map { outage in
            StateReport.Outage(
              from: outage.from.iso(in: zone), to: outage.to.iso(in: zone),
              why: outage.why.map { words.sentence(for: $0) },
              lostBefore: outage.lostBefore?.iso(in: zone))
          }, refused: refused(carrier, topics)))
    }
    return reports
  }
}

/// The names of the topics that the server refuses; nil if it refuses none.
private func refused(_ carrier: Carrier, _ topics: [TopicSubscription]) -> [String]? {
  let refused = topics.filter { carrier.refusedTopics.contains($0.topic) }.map(\.name)
  return refused.isEmpty ? nil : refused
}

extension Words {
  /// Why a connection hears nothing. (C6)
  func sentence(for trouble: Carrier.Trouble) -> String {
    switch trouble {
    case .silent: say("The server has stopped answering.")
    case .ended: say("The server has ended the connection.")
    case .interrupted: say("The computer was asleep, or changed its network.")
    case .status(let status): answer(ofServer: status)
    case .failed(let code): failure(ofServer: code)
    case .registration(let trouble): sentence(for: trouble)
    }
  }

  /// What a server means that answers a request for topics with this status.
  func answer(ofServer status: Int) -> String {
    switch status {
    case 401: say("The server does not accept the access token, or asks for one.")
    case 403: say("The server does not allow reading this topic.")
    case 404: say("The server has no such topic: is it an ntfy server?")
    case 429: say("The server asks to wait: too many requests.")
    case 300..<400: say("The server redirects to another address. Use that one instead.")
    case 500...: say("The server has a problem of its own (error {n}).", ["n": String(status)])
    default: say("The server answers with error {n}.", ["n": String(status)])
    }
  }

  /// Why a server cannot be asked for topics.
  func failure(ofServer code: FetchFailure.Code) -> String {
    switch code {
    case .timeout: say("The server did not answer in time.")
    case .offline: say("There is no network.")
    case .unreachable: say("The server cannot be reached.")
    case .certificate:
      say(
        "This computer does not trust the server’s certificate. If it is your own, add it to the "
          + "system’s trusted certificates.")
    case .forbidden: say("Carillon may not connect to this address. Use https.")
    case .secret:
      say("The access token cannot be read: the keyring is locked or no longer has it.")
    case .redirected, .status, .tooLarge, .unreadable, .payload:
      say("The server’s answer could not be understood.")
    }
  }

  /// Why a distributor brings nothing, and what helps. (C3)
  private func sentence(for trouble: RegistrationTrouble) -> String {
    switch trouble {
    case .refused(.internalError): say("The distributor reports an error of its own.")
    case .refused(.network): say("The distributor has no network.")
    case .refused(.actionRequired): say("The distributor is not set up yet: open its settings.")
    case .refused(.vapidRequired): say("The distributor wants to know the sender first.")
    case .refused(.unauthorized): say("The distributor does not allow Carillon to register.")
    case .silent: say("The distributor does not answer.")
    case .failed: say("The distributor could not be started.")
    case .unsupported: say("The distributor is too old, or too new.")
    case .lost: say("The distributor has withdrawn the address.")
    case .unregistered: say("The distributor has forgotten Carillon.")
    case .vanished: say("The distributor has stopped.")
    case .replaced: say("Another distributor was chosen.")
    }
  }
}
