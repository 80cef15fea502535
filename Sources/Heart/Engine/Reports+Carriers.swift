import CarillonLedger

/// How the connections are that bring messages. (C6)
extension Reports {
  func carriers() throws(StoreFailure) -> [StateReport.Carrier] {
    let connections = try ledger.settings.connections
    guard !connections.isEmpty else { return [] }
    let outages = try rows.outages(limit: 50)
    let drops = try rows.drops()
    var reports: [StateReport.Carrier] = []
    for connection in connections {
      guard let carrier = situation.carriers[connection.name] else { continue }
      let last = outages.first { $0.carrier == connection.name }
      reports.append(
        StateReport.Carrier(
          name: connection.name, topics: connection.topics.map(\.name),
          state: carrier.phase.rawValue, since: carrier.since.iso(in: zone),
          deafSince: carrier.deafSince?.iso(in: zone),
          trouble: carrier.trouble.map { words.sentence(for: $0) },
          nextTry: carrier.nextTry?.iso(in: zone),
          dropped: Dictionary(
            drops.filter { $0.carrier == connection.name }.map { ($0.code, $0.count) },
            uniquingKeysWith: +),
          lastOutage: last.map { outage in
            StateReport.Outage(
              from: outage.from.iso(in: zone), to: outage.to.iso(in: zone),
              why: outage.why.map { words.sentence(for: $0) },
              lostBefore: outage.lostBefore?.iso(in: zone))
          }))
    }
    return reports
  }
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
      say("The server’s certificate is not among those that this computer trusts.")
    case .forbidden: say("Carillon may not connect to this address. Use https.")
    case .secret:
      say("The access token cannot be read: the keyring is locked or no longer has it.")
    case .redirected, .status, .tooLarge, .unreadable, .payload:
      say("The server’s answer could not be understood.")
    }
  }
}
