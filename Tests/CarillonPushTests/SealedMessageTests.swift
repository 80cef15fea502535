import CarillonFeatures
import Crypto
import Foundation
import Testing

@testable import CarillonPush

/// Messages sealed by RFC 8291. (C2)
@Suite struct SealedMessageTests {
  private let example = RFC8291Example()
  private let keys = PushKeys()

  @Test("C2: the example of RFC 8291 is opened")
  func opensTheExample() throws {
    #expect(try SealedMessage.open(example.message, with: [example.keys]) == example.text)
  }

  @Test("C2: with the key and salt of RFC 8291's example, its text becomes its message")
  func sealsTheExample() {
    let sealed = SealedMessage.seal(
      record: example.text + [2], for: example.keys.address, with: example.sender,
      salt: example.salt)
    #expect(sealed == example.message)
    #expect(example.keys.address.p256dh == example.p256dh)
  }

  @Test(
    "C2: texts from 1 to 3,993 bytes are sealed and opened", arguments: [1, 2, 100, 3992, 3993])
  func everyLength(count: Int) throws {
    let text = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let sealed = try SealedMessage.seal(text, for: keys.address)
    #expect(sealed.count == count + 103)
    #expect(try SealedMessage.open(sealed, with: [keys]) == text)
  }

  @Test("C2: no text and a text of 3,994 bytes are not sealed")
  func refusedTexts() {
    #expect(throws: SealedMessage.Refused.empty) {
      try SealedMessage.seal([], for: keys.address)
    }
    #expect(throws: SealedMessage.Refused.tooLong) {
      try SealedMessage.seal(.init(repeating: 1, count: 3994), for: keys.address)
    }
  }

  @Test("C2: the same text is never sealed to the same message")
  func fresh() throws {
    let sealed = try (0..<20).map { _ in
      try SealedMessage.seal(Array("text".utf8), for: keys.address)
    }
    // Neither the salts nor the senders' keys repeat.
    #expect(Set(sealed.map { $0[..<16] }).count == 20)
    #expect(Set(sealed.map { $0[21..<86] }).count == 20)
  }

  @Test("C2: a message for former keys is opened, one for other keys is not")
  func formerKeys() throws {
    let sealed = try SealedMessage.seal([65], for: keys.address)
    #expect(try SealedMessage.open(sealed, with: [PushKeys(), keys]) == [65])
    #expect(failure(sealed, [PushKeys(), PushKeys()]) == .notAuthentic)
    #expect(failure(sealed, []) == .notAuthentic)
  }

  @Test("C2: the same private key with another auth secret opens nothing")
  func otherAuth() {
    let other = PushKeys(privateKey: example.keys.privateKey, auth: .init(repeating: 7, count: 16))
    #expect(failure(example.message, [other]) == .notAuthentic)
  }

  @Test("C2: each damage has a name of its own", arguments: Damage.all)
  func damaged(damage: Damage) {
    #expect(failure(damage.apply(to: example.message), [example.keys]) == damage.failure)
  }

  @Test(
    "C2: a record that does not end as the last one is refused",
    arguments: [[65], [65, 1], [65, 1, 0, 0], [65, 3], [0], [0, 0, 0], []])
  func delimiter(record: [UInt8]) {
    // An empty record is no record: it has no place for a delimiter.
    #expect(failure(sealed(record: record), [keys]) == (record.isEmpty ? .tooShort : .delimiter))
  }

  @Test("C2: padding is taken off, and zeros of the text stay")
  func padding() throws {
    let padded = sealed(record: [65, 0, 0, 2, 0, 0, 0])
    #expect(try SealedMessage.open(padded, with: [keys]) == [65, 0, 0])
    let twos = sealed(record: [2, 2, 0, 2, 2])
    #expect(try SealedMessage.open(twos, with: [keys]) == [2, 2, 0, 2])
  }

  @Test("C2: nothing but padding is empty", arguments: [[2], [2, 0], [2, 0, 0, 0]])
  func empty(record: [UInt8]) {
    #expect(failure(sealed(record: record), [keys]) == .empty)
  }

  @Test("C2: 10,000 changed messages are refused, or opened to the same text")
  func mutations() throws {
    var dice = SeededDice(state: 8291)
    var opened = 0
    var failures: Set<SealedMessage.Failure> = []
    for _ in 0..<10_000 {
      let message = mutated(example.message, &dice)
      do throws(SealedMessage.Failure) {
        let text = try SealedMessage.open(message, with: [example.keys])
        #expect(text == example.text)
        opened += 1
      } catch {
        failures.insert(error)
      }
    }
    // Only another record size may change nothing.
    #expect(opened < 500)
    #expect(failures.isSuperset(of: [.tooShort, .recordSize, .key, .notAuthentic]))
  }

  private func mutated(_ message: [UInt8], _ dice: inout SeededDice) -> [UInt8] {
    var bytes = message
    for _ in 0..<Int.random(in: 1...3, using: &dice) {
      let place = Int.random(in: 0..<max(1, bytes.count), using: &dice)
      // Half of them in the head, which is the part that is read.
      let index = Bool.random(using: &dice) ? place : place % 24
      guard index < bytes.count else { continue }
      switch Int.random(in: 0..<5, using: &dice) {
      case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
      case 1: bytes[index] = .random(in: 0...255, using: &dice)
      case 2: bytes.remove(at: index)
      case 3: bytes.insert(.random(in: 0...255, using: &dice), at: index)
      default: bytes.removeSubrange(index...)
      }
    }
    return bytes == message ? [] : bytes
  }

  private func sealed(record: [UInt8]) -> [UInt8] {
    SealedMessage.seal(
      record: record, for: keys.address, with: .init(), salt: random(16))
  }

  private func failure(_ message: [UInt8], _ keys: [PushKeys]) -> SealedMessage.Failure? {
    do throws(SealedMessage.Failure) {
      _ = try SealedMessage.open(message, with: keys)
      return nil
    } catch {
      return error
    }
  }
}

/// A change of a message that must be noticed.
struct Damage: CustomTestStringConvertible, Sendable {
  var name: String
  var failure: SealedMessage.Failure
  var apply: @Sendable (inout [UInt8]) -> Void

  init(
    _ name: String, _ failure: SealedMessage.Failure,
    _ apply: @escaping @Sendable (inout [UInt8]) -> Void
  ) {
    self.name = name
    self.failure = failure
    self.apply = apply
  }

  var testDescription: String { name }

  func apply(to message: [UInt8]) -> [UInt8] {
    var changed = message
    apply(&changed)
    return changed
  }

  static let all = [
    Damage("nothing", .tooShort) { $0 = [] },
    Damage("the head cut", .tooShort) { $0.removeSubrange(20...) },
    Damage("the key cut", .tooShort) { $0.removeSubrange(60...) },
    Damage("no record", .tooShort) { $0.removeSubrange(86...) },
    Damage("a tag and nothing before it", .tooShort) { $0.removeSubrange(102...) },
    Damage("the record cut", .notAuthentic) { $0.removeLast() },
    Damage("a byte more", .notAuthentic) { $0.append(0) },
    Damage("over 4,096 bytes", .tooLong) { $0 += [UInt8](repeating: 0, count: 4096) },
    Damage("a record size of 0", .recordSize) { $0[18] = 0 },
    Damage("a record size of 17", .recordSize) { $0.replaceSubrange(18..<20, with: [0, 17]) },
    Damage("a record size below the record's", .moreThanOneRecord) {
      $0.replaceSubrange(18..<20, with: [0, 57])
    },
    Damage("no key", .key) { $0[20] = 0 },
    Damage("a compressed key's length", .key) { $0[20] = 33 },
    Damage("a key that is not on the curve", .key) { $0[85] ^= 1 },
    Damage("a key of another form", .key) { $0[21] = 3 },
    Damage("a key of zeros", .key) { bytes in
      for index in 22..<86 { bytes[index] = 0 }
    },
    Damage("another salt", .notAuthentic) { $0[0] ^= 1 },
    Damage("another text", .notAuthentic) { $0[90] ^= 1 },
    Damage("another tag", .notAuthentic) { $0[143] ^= 0x80 },
  ]
}
