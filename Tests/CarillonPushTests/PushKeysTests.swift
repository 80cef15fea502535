import CarillonFeatures
import Testing

@testable import CarillonPush

/// Keys for sealed messages, as text. (C2)
@Suite struct PushKeysTests {
  @Test("C2: new keys are stored and read again, and are never the same")
  func stored() throws {
    let all = try (0..<10).map { _ in
      let keys = PushKeys()
      let again = try PushKeys(stored: keys.stored)
      #expect(again.stored == keys.stored)
      let sealed = try SealedMessage.seal([1], for: keys.address)
      #expect(try SealedMessage.open(sealed, with: [again]) == [1])
      return keys
    }
    #expect(Set(all.map(\.stored)).count == 10)
    #expect(Set(all.map(\.auth)).count == 10)
  }

  @Test(
    "C2: damaged keys are refused by what is damaged, without a word of them",
    arguments: [
      ("", "keys: are not of the form p256-1"),
      ("p256-2.a.b", "keys: are not of the form p256-1"),
      ("p256-1.q1dX", "keys: must have three parts"),
      ("p256-1.q1dX.BTBZ.BTBZ", "keys: must have three parts"),
      ("p256-1.q1 X.BTBZ", "keys: the private key is not base64url"),
      ("p256-1.q1dX.BTBZ", "keys: the private key must have 32 bytes"),
      (
        "p256-1.q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94.B+",
        "keys: the auth secret is not base64url"
      ),
      (
        "p256-1.q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94.BTBZ",
        "keys: the auth secret must have 16 bytes"
      ),
      (
        "p256-1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.BTBZMqHH6r4Tts7J_aSIgg",
        "keys: the private key is not one of P-256"
      ),
      (
        "p256-1.__________________________________________8.BTBZMqHH6r4Tts7J_aSIgg",
        "keys: the private key is not one of P-256"
      ),
    ])
  func damaged(text: String, reason: String) {
    #expect(throws: Refusal(.invalidArgument, reason)) { try PushKeys(stored: text) }
  }

  @Test("C2: the address of a sender's receiver is read, with padding or without")
  func address() throws {
    let example = RFC8291Example()
    let address = try PushAddress(p256dh: example.p256dh + "=", auth: example.auth + "==")
    #expect(address.p256dh == example.p256dh)
    #expect(address.authText == example.auth)
    let sealed = try SealedMessage.seal([7], for: address)
    #expect(try SealedMessage.open(sealed, with: [example.keys]) == [7])
  }

  @Test(
    "C2: a bad address is refused by its field",
    arguments: [
      (0, "p256dh: is not base64url"), (1, "p256dh: must have 65 bytes"),
      (2, "p256dh: is not a point of P-256"), (3, "auth: is not base64url"),
      (4, "auth: must have 16 bytes"),
    ])
  func badAddress(which: Int, reason: String) {
    let example = RFC8291Example()
    let p256dh = [
      "B C", "BCVx", String(example.p256dh.dropLast(6)) + "AAAAAA", example.p256dh, example.p256dh,
    ][which]
    let auth = [example.auth, example.auth, example.auth, "ä", "BTBZ"][which]
    #expect(throws: Refusal(.invalidArgument, reason)) {
      try PushAddress(p256dh: p256dh, auth: auth)
    }
  }

  @Test("C2: printed keys and addresses show nothing of them")
  func silent() {
    let keys = RFC8291Example().keys
    var text = "\(keys) \(keys.address) \([keys])"
    dump(keys, to: &text)
    dump(keys.address, to: &text)
    for secret in ["q1dX", "BTBZ", "BCVx", "P256", "5, 48, 89"] {
      #expect(!text.contains(secret), "\(text)")
    }
  }

  @Test("C2: base64url is read and written as it is defined")
  func base64URL() {
    for bytes: [UInt8] in [[], [0], [255, 254], [251, 255, 191], [1, 2, 3, 4]] {
      #expect(Base64URL.bytes(of: Base64URL.text(of: bytes)) == bytes)
    }
    #expect(Base64URL.text(of: [251, 255, 191]) == "-_-_")
    #expect(Base64URL.bytes(of: "_w==") == [255])
    for text in ["A", "_w=", "_w===", "_w==_w==", "+w", "/w", "_w\n", "=", "===="] {
      #expect(Base64URL.bytes(of: text) == nil, "\(text)")
    }
  }
}
