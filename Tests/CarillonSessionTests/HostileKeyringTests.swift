import CarillonFeatures
import CarillonGLib
import TestBus
import Testing

@testable import CarillonSession

private let hostileKeyring = """
  <node><interface name="org.freedesktop.Secret.Service"><method name="ReadAlias">
    <arg direction="in" type="s"/><arg direction="out" type="s"/></method></interface></node>
  """

/// Keyrings that are broken, or mean harm.
extension KeyringTests {
  @Test("T27: a service that sends signals and answers nothing is asked once at a time")
  func silent() throws {
    let service = try SessionBus.daemon.connect()
    var calls: [BusCall] = []
    let object = try service.export(hostileKeyring, at: KeyringService.path) { calls.append($0) }
    var isOurs = false
    let name = service.own(KeyringService.name) { isOurs = $0 }
    #expect(MainLoop.run(atMost: .seconds(5)) { isOurs })
    let keyring = keyring()
    #expect(told.wait { _ in calls.count == 1 })
    for _ in 0..<100 {
      service.emit(
        "CollectionChanged", [.objectPath("/a")], from: KeyringService.path,
        interface: "org.freedesktop.Secret.Service")
    }
    MainLoop.run(atMost: .milliseconds(100)) { false }
    #expect(calls.count == 1 && told.states.isEmpty)
    calls[0].reply([.objectPath("/")])
    #expect(told.wait { _ in calls.count == 2 })
    calls[1].reply([.objectPath("/")])
    #expect(told.wait { $0.states == [.none] })
    name.cancel()
    object.cancel()
    withExtendedLifetime(keyring) {}
  }

  @Test("T27: a service whose paths are none is no keyring, and asking it to unlock does no harm")
  func notAPath() throws {
    let service = try SessionBus.daemon.connect()
    let object = try service.export(hostileKeyring, at: KeyringService.path) {
      $0.reply([.string("not a path")])
    }
    var isOurs = false
    let name = service.own(KeyringService.name) { isOurs = $0 }
    #expect(MainLoop.run(atMost: .seconds(5)) { isOurs })
    let keyring = keyring()
    #expect(told.wait { $0.states == [.none] })
    keyring.unlock()
    MainLoop.run(atMost: .milliseconds(100)) { false }
    #expect(told.states == [.none])
    name.cancel()
    object.cancel()
  }
}
