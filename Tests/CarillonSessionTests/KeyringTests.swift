import CarillonFeatures
import CarillonGLib
import Foundation
import TestBus
import Testing

@testable import CarillonSession

@Suite(.serialized) @MainActor struct KeyringTests {
  /// Records what a keyring reports, in order.
  final class Told {
    var states: [Situation.Keyring] = []
    var keys: [[UInt8]?] = []
    var order: [String] = []

    func wait(_ limit: Span = .seconds(10), until done: (Told) -> Bool) -> Bool {
      MainLoop.run(atMost: limit) { done(self) }
    }
  }

  let told = Told()
  let daemon: KeyringDaemon
  let bus: Bus

  init() throws {
    daemon = try KeyringDaemon()
    bus = try SessionBus.connect()
  }

  func keyring() -> Keyring {
    Keyring(
      bus: bus,
      changed: {
        told.states.append($0)
        told.order.append($0.rawValue)
      },
      contentKey: {
        told.keys.append($0)
        told.order.append($0 == nil ? "no key" : "key")
      })
  }

  private func value(_ reference: SecretReference, in keyring: Keyring) -> String? {
    var answer: String??
    keyring.value(of: reference) { answer = $0 }
    #expect(MainLoop.run(atMost: .seconds(10)) { answer != nil })
    return answer ?? nil
  }

  var secrets: [String] { daemon.items(SecretAttributes.secrets) }

  @Test("T28: an open keyring gets a key of 32 bytes, which is passed on before the report")
  func makesKey() throws {
    try daemon.start()
    let keyring = keyring()
    #expect(told.wait { $0.states == [.open] })
    #expect(told.order == ["key", "open"])
    #expect(told.keys.first??.count == 32)
    #expect(daemon.items(SecretAttributes.contentKey).count == 1)
    withExtendedLifetime(keyring) {}
  }

  @Test("T28: the next process, and the next service, find the same key")
  func keepsKey() throws {
    try daemon.start()
    var first: Keyring? = keyring()
    #expect(told.wait { $0.states == [.open] })
    first = nil
    let second = keyring()
    #expect(told.wait { $0.states == [.open, .open] })
    daemon.crash()
    #expect(told.wait { $0.states.last == Situation.Keyring.none })
    #expect(!told.order.contains("no key"))
    try daemon.start()
    #expect(told.wait { $0.states.last == .open })
    #expect(Set(told.keys).count == 1)
    #expect(daemon.items(SecretAttributes.contentKey).count == 1)
    withExtendedLifetime((first, second)) {}
  }

  @Test(
    "T28: a deleted or invalid key is replaced", arguments: [true, false])
  func lostKey(deleted: Bool) throws {
    try daemon.start()
    var first: Keyring? = keyring()
    #expect(told.wait { $0.states == [.open] })
    first = nil
    if deleted {
      try daemon.delete(try #require(daemon.items(SecretAttributes.contentKey).first))
    } else {
      try overwriteKey(with: "no key")
    }
    let second = keyring()
    #expect(told.wait { $0.states == [.open, .open] })
    #expect(told.keys.last??.count == 32)
    #expect(Set(told.keys).count == 2)
    #expect(daemon.items(SecretAttributes.contentKey).count == 1)
    withExtendedLifetime((first, second)) {}
  }

  private func overwriteKey(with text: String) throws {
    var isDone = false
    SecretVault.open { result in
      guard case .success(let vault) = result else { return }
      vault.write(text, SecretAttributes.contentKey, label: "") { _ in
        isDone = true
        withExtendedLifetime(vault) {}
      }
    }
    try #require(MainLoop.run(atMost: .seconds(5)) { isDone })
  }

  @Test("T28: locking takes the key back before the report, and unlocking returns it")
  func locks() throws {
    try daemon.start()
    let keyring = keyring()
    #expect(told.wait { $0.states == [.open] })
    try daemon.lock()
    #expect(told.wait { $0.states == [.open, .locked] })
    #expect(told.order == ["key", "open", "no key", "locked"])
    try daemon.unlock()
    #expect(told.wait { $0.states == [.open, .locked, .open] })
    #expect(told.keys.last == told.keys.first)
    withExtendedLifetime(keyring) {}
  }

  @Test("T28: the key is kept when the keyring crashes, and taken back if it returns locked")
  func comesBackLocked() throws {
    try daemon.start()
    let keyring = keyring()
    #expect(told.wait { $0.states == [.open] })
    let reference = keyring.store("s3cret")
    #expect(told.wait { _ in secrets.count == 1 })
    MainLoop.run(atMost: .milliseconds(100)) { false }
    daemon.crash()
    #expect(told.wait { $0.states == [.open, .none] })
    #expect(told.order == ["key", "open", "none"])
    #expect(value(reference, in: keyring) == nil)
    try daemon.start(unlocked: false)
    #expect(told.wait { $0.states == [.open, .none, .locked] })
    #expect(told.order.suffix(2) == ["no key", "locked"])
    try daemon.unlock()
    #expect(told.wait { $0.states.last == .open })
    #expect(told.keys.last == told.keys.first)
    #expect(value(reference, in: keyring) == "s3cret")
  }

  @Test("T28: while the key's collection is locked, no second key is created in another")
  func keyElsewhere() throws {
    try daemon.start()
    let keyring = keyring()
    #expect(told.wait { $0.states == [.open] })
    try daemon.addDefaultCollection()
    try daemon.lock()
    #expect(told.wait { $0.states == [.open, .locked] })
    #expect(told.order.suffix(2) == ["no key", "locked"])
    #expect(daemon.items(SecretAttributes.contentKey).count == 1)
    try daemon.unlock()
    #expect(told.wait { $0.states == [.open, .locked, .open] })
    #expect(told.keys.last == told.keys.first)
    withExtendedLifetime(keyring) {}
  }

  @Test("T27: a keyring locked at the start does not prompt, and is used once it is open")
  func lockedAtStart() throws {
    try daemon.start()
    try daemon.lock()
    let keyring = keyring()
    #expect(told.wait { $0.states == [.locked] })
    let reference = keyring.store("s3cret-value")
    #expect(value(reference, in: keyring) == "s3cret-value")
    #expect(value(SecretReference("another"), in: keyring) == nil)
    MainLoop.run(atMost: .milliseconds(200)) { false }
    #expect(told.states == [.locked])
    #expect(secrets.isEmpty)
    try daemon.unlock()
    #expect(told.wait { $0.states == [.locked, .open] && !secrets.isEmpty })
    #expect(value(reference, in: keyring) == "s3cret-value")
  }

  @Test("T27: a write to a keyring that has just been locked fails without a prompt")
  func neverPrompts() throws {
    try daemon.start()
    let desktop = try SessionBus.daemon.connect()
    var prompts = 0
    let prompter = try desktop.export(
      """
      <node><interface name="org.gnome.keyring.internal.Prompter">
        <method name="BeginPrompting"><arg type="o" direction="in"/></method>
      </interface></node>
      """, at: "/org/gnome/keyring/Prompter"
    ) {
      prompts += 1
      $0.fail("org.gnome.keyring.Prompter.InProgress", "no")
    }
    let name = desktop.own("org.gnome.keyring.SystemPrompter") { _ in }
    var outcome: (read: String??, written: Bool?) = (nil, nil)
    SecretVault.open { result in
      guard case .success(let vault) = result else { return }
      #expect(throws: Never.self) { try daemon.lock() }
      vault.write("x", SecretAttributes.contentKey, label: "") { outcome.written = $0 == nil }
      vault.read(SecretAttributes.contentKey) {
        outcome.read = .some((try? $0.get()) ?? nil)
        withExtendedLifetime(vault) {}
      }
    }
    #expect(MainLoop.run(atMost: .seconds(10)) { outcome.read != nil && outcome.written != nil })
    #expect(outcome.written == false)
    #expect(outcome.read == .some(nil))
    #expect(prompts == 0)
    withExtendedLifetime((prompter, name)) {}
  }

  @Test("T27: without a service secrets stay in memory, and are written when one appears")
  func appears() throws {
    let keyring = keyring()
    #expect(told.wait { $0.states == [.none] })
    let kept = keyring.store("s3cret-one")
    let forgotten = keyring.store("s3cret-two")
    #expect(value(kept, in: keyring) == "s3cret-one")
    keyring.forget([forgotten])
    #expect(value(forgotten, in: keyring) == nil)
    try daemon.start()
    #expect(told.wait { $0.states == [.none, .open] && secrets.count == 1 })
    #expect(value(kept, in: keyring) == "s3cret-one")
  }

  @Test("A service without a default collection is no keyring until it has one")
  func noCollection() throws {
    try daemon.start(unlocked: false)
    let keyring = keyring()
    #expect(told.wait { $0.states == [.none] })
    daemon.crash()
    try daemon.start()
    #expect(told.wait { $0.states == [.none, .open] })
    withExtendedLifetime(keyring) {}
  }

  @Test("Without a bus there is no keyring")
  func noBus() {
    let keyring = Keyring(
      bus: nil, changed: { told.states.append($0) }, contentKey: { told.keys.append($0) })
    #expect(told.states == [.none])
    #expect(value(keyring.store("s3cret"), in: keyring) == "s3cret")
    var erasure: Keyring.Erasure?
    keyring.eraseAll(wasUsed: false) { erasure = $0 }
    #expect(erasure == .complete)
    #expect(told.keys.isEmpty)
  }

  @Test("T27: a stored secret outlives the process, and is gone when deleted")
  func keepsAndForgets() throws {
    try daemon.start()
    var first: Keyring? = keyring()
    #expect(told.wait { $0.states == [.open] })
    let references = ["one", "two"].map { first?.store("s3cret \($0)") ?? SecretReference("") }
    #expect(Set(references).count == 2)
    #expect(told.wait { _ in secrets.count == 2 })
    first = nil
    let second = keyring()
    #expect(told.wait { $0.states == [.open, .open] })
    #expect(value(references[0], in: second) == "s3cret one")
    #expect(value(references[1], in: second) == "s3cret two")
    second.forget([references[0]])
    #expect(told.wait { _ in secrets.count == 1 })
    #expect(value(references[0], in: second) == nil)
    #expect(value(references[1], in: second) == "s3cret two")
    withExtendedLifetime(first) {}
  }

  @Test("T27: a secret deleted before it was written, or while locked, is gone in the end")
  func forgetsLate() throws {
    try daemon.start()
    let keyring = keyring()
    #expect(told.wait { $0.states == [.open] })
    let late = keyring.store("s3cret one")
    let early = keyring.store("s3cret two")
    keyring.forget([early])
    #expect(told.wait { _ in secrets.count == 1 })
    MainLoop.run(atMost: .milliseconds(200)) { false }
    #expect(secrets.count == 1)
    try daemon.lock()
    #expect(told.wait { $0.states.last == .locked })
    keyring.forget([late])
    #expect(keyring.isForgotten(late) && !keyring.isForgotten(SecretReference("other")))
    try daemon.unlock()
    #expect(told.wait { _ in secrets.isEmpty && !keyring.isForgotten(late) })
  }

  @Test("T27: a sweep deletes unused secrets once the keyring is open, but not newer ones")
  func sweeps() throws {
    try daemon.start()
    var first: Keyring? = keyring()
    #expect(told.wait { $0.states == [.open] })
    let references = ["one", "two"].map { first?.store("s3cret \($0)") ?? SecretReference("") }
    #expect(told.wait { _ in secrets.count == 2 })
    first = nil
    try daemon.lock()
    let second = keyring()
    #expect(told.wait { $0.states.last == .locked })
    second.forgetAll(except: [references[1]])
    let third = second.store("s3cret three")
    let asked: any Secrets = second
    #expect(asked.isForgotten(references[0]))
    #expect(!asked.isForgotten(references[1]) && !asked.isForgotten(third))
    try daemon.unlock()
    #expect(told.wait { _ in daemon.items(SecretAttributes.secret(references[0])).isEmpty })
    #expect(told.wait { _ in secrets.count == 2 })
    // A sweep that is over has not brought it back.
    #expect(asked.isForgotten(references[0]))
    #expect(value(references[1], in: second) == "s3cret two")
    #expect(value(third, in: second) == "s3cret three")
    #expect(daemon.items(SecretAttributes.contentKey).count == 1)
    withExtendedLifetime(first) {}
  }

  @Test("T29: all of Carillon's items are deleted, and no others; locked ones are counted")
  func erases() throws {
    try daemon.start()
    var first: Keyring? = keyring()
    #expect(told.wait { $0.states == [.open] })
    _ = first?.store("s3cret one")
    #expect(told.wait { _ in secrets.count == 1 })
    first = nil
    try overwriteForeign()
    try daemon.lock()
    let second = keyring()
    #expect(told.wait { $0.states.last == .locked })
    var erasure: Keyring.Erasure?
    second.eraseAll(wasUsed: false) { erasure = $0 }
    #expect(MainLoop.run(atMost: .seconds(5)) { erasure == .locked(items: 2) })
    try daemon.unlock()
    let third = keyring()
    #expect(told.wait { $0.states.last == .open })
    third.eraseAll(wasUsed: false) { erasure = $0 }
    #expect(MainLoop.run(atMost: .seconds(5)) { erasure == .complete })
    #expect(daemon.items(SecretAttributes.all).isEmpty)
    #expect(daemon.items(["application": "org.example.Other"]).count == 1)
    MainLoop.run(atMost: .milliseconds(200)) { false }
    #expect(daemon.items(SecretAttributes.all).isEmpty)
    withExtendedLifetime((first, second)) {}
  }

  private func overwriteForeign() throws {
    var isDone = false
    SecretVault.open { result in
      guard case .success(let vault) = result else { return }
      vault.write("x", ["application": "org.example.Other"], label: "") { _ in
        isDone = true
        withExtendedLifetime(vault) {}
      }
    }
    try #require(MainLoop.run(atMost: .seconds(5)) { isDone })
  }

  @Test("T27: no value is on disk as plain text")
  func sealed() throws {
    try daemon.start()
    let keyring = keyring()
    #expect(told.wait { $0.states == [.open] })
    _ = keyring.store("s3cret-on-disk")
    #expect(told.wait { _ in secrets.count == 1 })
    #expect(daemon.files.range(of: Data("s3cret-on-disk".utf8)) == nil)
  }

  @Test("A service that hangs does not block a request for a value")
  func frozen() throws {
    try daemon.start()
    let keyring = keyring()
    #expect(told.wait { $0.states == [.open] })
    let reference = keyring.store("s3cret")
    #expect(told.wait { _ in secrets.count == 1 })
    // Until the keyring reports the item, the value is also kept in memory.
    MainLoop.run(atMost: .milliseconds(100)) { false }
    try daemon.whileFrozen {
      #expect(value(reference, in: keyring) == nil)
    }
    #expect(value(reference, in: keyring) == "s3cret")
  }
}

extension Keyring {
  /// Keeps a secret whose document is accepted at once.
  func store(_ value: String) -> SecretReference {
    let reference = keep(value)
    whenKept(reference) {}
    return reference
  }
}
