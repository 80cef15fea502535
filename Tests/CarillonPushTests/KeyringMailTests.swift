import CarillonEngine
import CarillonGLib
import CarillonPush
import Testing

/// Opening sealed messages with keys from the keyring. (C2)
@Suite(.serialized) @MainActor struct KeyringMailTests {
  @Test("C2: each is opened in a turn of its own, so that thousands keep nothing else waiting")
  func turns() {
    var opened = 0
    let mail = KeyringMail(
      version: "1.2", secrets: OneSecret(), clock: WallClock.now, send: { _ in opened += 1 })
    mail.open(OpeningJob(bytes: [1], keys: []), Ticket(kind: .unseal, row: 1, attempt: 1))
    #expect(opened == 0)
    MainLoop.run(atMost: .seconds(5)) { opened == 1 }
    #expect(opened == 1)
  }
}
