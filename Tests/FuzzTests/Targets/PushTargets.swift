import CarillonFeatures
import Crypto

@testable import CarillonPush

/// Opens a message sealed for the keys in RFC 8291's example, and one whose record is the input. (C2)
func sealedProblem(_ bytes: [UInt8]) -> String? {
  guard let keys = try? PushKeys(stored: exampleKeys) else { return "keys that cannot be read" }
  if let text = try? SealedMessage.open(bytes, with: [keys]) {
    if text.isEmpty { return "opened, and nothing in it" }
    if text.count > SealedMessage.longestText { return "a text too long" }
  }
  let record = Array(bytes.prefix(SealedMessage.longestText + 1))
  let sealed = SealedMessage.seal(
    record: record, for: keys.address, with: keys.privateKey, salt: keys.auth)
  // Its text ends before the last byte that is not padding, which must be a 2.
  let end = record.lastIndex { $0 != 0 }
  let text = end.flatMap { record[$0] == 2 && $0 > 0 ? Array(record[..<$0]) : nil }
  if (try? SealedMessage.open(sealed, with: [keys])) != text { return "opened to another text" }
  return nil
}

private let exampleKeys =
  "p256-1.q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94.BTBZMqHH6r4Tts7J_aSIgg"
