import CarillonFeatures
import Crypto
import Testing

@testable import CarillonPush

/// The example in section 5 of RFC 8291, with the keys of its appendix.
struct RFC8291Example {
  let keys: PushKeys
  let sender: P256.KeyAgreement.PrivateKey
  let text = Array("When I grow up, I want to be a watermelon".utf8)
  let p256dh =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
  let auth = "BTBZMqHH6r4Tts7J_aSIgg"
  let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw")
  let message = bytes(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
      + "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
      + "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
  let stored = "p256-1.q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94.BTBZMqHH6r4Tts7J_aSIgg"

  init() {
    do {
      keys = try PushKeys(stored: stored)
      sender = try .init(
        rawRepresentation: Self.bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    } catch {
      preconditionFailure("the example's keys can be read: \(error)")
    }
  }

  private static func bytes(_ text: String) -> [UInt8] {
    guard let bytes = Base64URL.bytes(of: text) else { preconditionFailure("base64url: \(text)") }
    return bytes
  }
}

/// A random number generator with a seed. (SplitMix64)
struct SeededDice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
