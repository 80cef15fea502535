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
    case .silent: say("The server has stopped answering")
    case .ended: say("The server has ended the connection")
    case .interrupted: say("The computer was asleep, or changed its network")
    case .status(401): say("The server does not accept the access token, or asks for one")
    case .status(403): say("The server does not allow reading this topic")
    case .status(404): say("The server has no such topic: is it an ntfy server?")
    case .status(429): say("The server asks to wait: too many requests")
    case .status(let status): say("The server answers with error {n}", ["n": String(status)])
    case .failed(.certificate):
      say(
        "This computer does not trust the server’s certificate. If it is your own, add it to the system’s trusted certificates"
      )
    case .failed(.timeout): say("The server did not answer in time")
    case .failed(.unreachable): say("The server could not be reached")
    case .failed(.secret): say("The access token could not be read from the keyring")
    case .failed(let code): error(.fetch(code))
    }
  }
}
