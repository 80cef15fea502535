import CarillonFeatures
import CarillonGLib
import Testing

@testable import CarillonPush

/// The trial of a topic, at a server that behaves as a real one does. (C4)
@Suite(.serialized) @MainActor struct NtfyProbeTests {
  private final class Keyring: Secrets {
    func keep(_ value: String) -> SecretReference { SecretReference(value) }
    func value(of reference: SecretReference, then: @escaping (String?) -> Void) {
      then(reference.id == "locked" ? nil : reference.id)
    }
    func forget(_ references: [SecretReference]) {}
    func forgetAll(except references: [SecretReference]) {}
    func isForgotten(_ reference: SecretReference) -> Bool { false }
  }

  private func probe(_ url: String, _ topic: String = "t", token: String? = nil) -> TopicProbe? {
    var result: TopicProbe?
    let server = NtfyServer(
      url: url, topics: [topic], token: token.map { SecretReference($0) })
    let probe = NtfyProbe(server, version: "0", secrets: Keyring()) { result = $0 }
    MainLoop.run(atMost: .seconds(20)) { result != nil }
    withExtendedLifetime(probe) {}
    return result
  }

  @Test("C4: what the server has kept is counted, and its last time told")
  func kept() throws {
    let server = try StandIn()
    #expect(probe(server.url) == .readable(.init()))
    try server.ask("s.publish('t', 'one')")
    try server.ask("s.publish('t', 'two')")
    guard case .readable(let kept) = probe(server.url) else {
      Issue.record("it cannot be read")
      return
    }
    #expect(kept.count == 2 && kept.lastAt != nil)
    // No stream is left behind, once the loop has closed it.
    MainLoop.run(atMost: .milliseconds(300)) { false }
    try server.ask("s.wait_streams(0)")
  }

  @Test("C4: no more than a thousand messages are read")
  func many() throws {
    let server = try StandIn()
    try server.ask("s.fill('t', 50_000)")
    guard case .readable(let kept) = probe(server.url) else {
      Issue.record("it cannot be read")
      return
    }
    #expect(kept.count == TopicProbe.Kept.most)
  }

  @Test("C4: tokens are told apart: none, a wrong one, one for other topics, the right one")
  func tokens() throws {
    let server = try StandIn()
    try server.ask("s.protected.add('t')")
    try server.ask("s.tokens.update(tk_good={'t'}, tk_other={'u'})")
    #expect(probe(server.url) == .status(403))
    #expect(probe(server.url, token: "tk_bad") == .status(401))
    #expect(probe(server.url, token: "tk_other") == .status(403))
    #expect(probe(server.url, token: "tk_good") == .readable(.init()))
    #expect(probe(server.url, token: "locked") == .failed(FetchFailure(.secret)))
  }

  @Test("C4: no server, another server, and a status are told apart")
  func others() throws {
    let server = try StandIn()
    try server.ask("s.refuse(404)")
    #expect(probe(server.url) == .foreign)
    try server.ask("s.refuse(503)")
    #expect(probe(server.url) == .status(503))
    try server.ask("s.stop()")
    guard case .failed(let failure) = probe(server.url) else {
      Issue.record("somebody has answered")
      return
    }
    #expect(failure.code == .unreachable)
  }

  @Test("C4: a stream that is held back is noticed")
  func heldBack() throws {
    let server = try StandIn()
    try server.ask("s.freeze()")
    let result = probe(server.url)
    #expect(result == .heldBack || result == .failed(FetchFailure(.timeout)))
  }
}
