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

  @Test(
    "T27: nothing of a refused document reaches the keyring, and many that are forgotten go at last"
  )
  func refusedAndMany() throws {
    try daemon.start()
    let keyring = keyring()
    #expect(told.wait { $0.states == [.open] })
    var wasWritten = false
    let refused = (0..<20).map { keyring.keep("refused \($0)") }
    MainLoop.run(atMost: .milliseconds(300)) {
      wasWritten = wasWritten || !secrets.isEmpty
      return false
    }
    keyring.forget(refused)
    #expect(!wasWritten && secrets.isEmpty)
    let many = (0..<60).map { keyring.store("s3cret \($0)") }
    keyring.forget(Array(many.prefix(30)))
    #expect(told.wait { _ in secrets.count == 30 })
    keyring.forget(Array(many.suffix(30)))
    #expect(told.wait { _ in secrets.isEmpty && !many.contains { keyring.isForgotten($0) } })
  }

  @Test("T27: secrets are written one after the other, and none that is forgotten before its turn")
  func forgottenBeforeTheirTurn() throws {
    try daemon.start()
    let keyring = keyring()
    #expect(told.wait { $0.states == [.open] })
    let many = (0..<200).map { keyring.keep("s3cret \($0)") }
    var done = 0
    for reference in many { keyring.whenKept(reference) { done += 1 } }
    keyring.forget(many)
    // Only the first is under way.
    #expect(many.map { keyring.isForgotten($0) } == [true] + Array(repeating: false, count: 199))
    #expect(told.wait { _ in done == 200 && secrets.isEmpty && !keyring.isForgotten(many[0]) })
    // Of a document that is not replaced, all are.
    let kept = (0..<20).map { keyring.store("kept \($0)") }
    #expect(told.wait { _ in secrets.count == 20 })
    withExtendedLifetime(kept) {}
  }

  @Test(
    "T27: of a document refused while the keyring is locked, nothing is left to be deleted later")
  func refusedWhileLocked() throws {
    try daemon.start()
    let first = keyring()
    #expect(told.wait { $0.states == [.open] })
    try daemon.lock()
    #expect(told.wait { $0.states.last == .locked })
    let refused = first.keep("refused")
    first.forget([refused])
    #expect(!first.isForgotten(refused))
    // One that was stored and cannot be deleted now is another matter.
    first.forget([SecretReference("stored")])
    #expect(first.isForgotten(SecretReference("stored")))
  }

  @Test("T28: a keyring that flaps is looked at ever less often, a quiet one at once")
  func flaps() {
    var pace = KeyringPace()
    var now = ContinuousClock.now
    func rest(after finding: KeyringWatch.Finding) -> Int {
      pace.found(finding, at: now)
      let rest = pace.rest(at: now)
      now += .milliseconds(rest.milliseconds + 2)
      return Int((Double(rest.milliseconds) / 1000).rounded(.down))
    }
    #expect(rest(after: .none) == 0)
    let rests = (0..<7).map { rest(after: $0 % 2 == 0 ? .locked : .none) }
    #expect(rests == [1, 2, 4, 8, 16, 30, 30])
    // The same finding costs nothing.
    #expect(rest(after: .locked) == 0)
    now += .seconds(40)
    #expect(rest(after: .none) == 0)
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
