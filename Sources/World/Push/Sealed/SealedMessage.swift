import Crypto
import CarillonEngine
import FoundationEssentials

/// A message encrypted for one receiver, as web push does it: RFC 8291 over RFC 8188. (C2)
///
/// The bytes are a salt, the record size, the sender's public key for this one message, and a single
/// record of AES-GCM. Only one record, because a push message fits into one.
package enum SealedMessage {
  /// The longest message that push services carry.
  ///
  /// ntfy cuts longer ones without a word, and they do not open then.
  package static let longest = 4096
  /// The longest text that fits.
  package static let longestText = longest - overhead

  /// Why a message cannot be opened.
  ///
  /// The raw values are what state and history say. None of them contains a byte of the message.
  package enum Failure: String, Error, Hashable, CaseIterable, Sendable {
    /// The head or the record is cut.
    case tooShort = "too_short"
    /// More than ``SealedMessage/longest`` bytes.
    case tooLong = "too_long"
    /// The record size is one that no record can have.
    case recordSize = "record_size"
    /// The sender's key is not 65 bytes long, or no point of P-256.
    case key
    case moreThanOneRecord = "more_than_one_record"
    /// Sealed for other keys, or changed on the way. The two cannot be told apart.
    case notAuthentic = "not_authentic"
    /// The record does not end as the last one does.
    case delimiter
    /// Nothing but padding inside.
    case empty
  }

  /// Why a text cannot be sealed.
  package enum Refused: Error, Hashable, Sendable {
    case empty
    /// Longer than ``SealedMessage/longestText``.
    case tooLong
  }

  /// The text inside `message`, sealed for any of `keys`.
  ///
  /// Pass the current keys first, then the former ones that still count. Throws `notAuthentic` only if
  /// none of them opens it.
  package static func open(
    _ message: [UInt8], with keys: [PushKeys]
  ) throws(Failure) -> [UInt8] {
    let parts = try Parts(message)
    for key in keys {
      do throws(Failure) {
        return try open(parts, with: key)
      } catch  where error == .notAuthentic {
        continue
      }
    }
    throw .notAuthentic
  }

  /// Seals `text` for the receiver, with a key and a salt of its own.
  package static func seal(_ text: [UInt8], for receiver: PushAddress) throws(Refused) -> [UInt8] {
    guard !text.isEmpty else { throw .empty }
    guard text.count <= longestText else { throw .tooLong }
    return seal(
      record: text + [lastDelimiter], for: receiver, with: P256.KeyAgreement.PrivateKey(),
      salt: random(saltLength))
  }

  /// Seals a record, which is a text, its delimiter and any padding; for tests also a wrong one.
  ///
  /// A message is only safe with a key and a salt that were never used before.
  static func seal(
    record: [UInt8], for receiver: PushAddress, with sender: P256.KeyAgreement.PrivateKey,
    salt: [UInt8]
  ) -> [UInt8] {
    let point = Array(sender.publicKey.x963Representation)
    do {
      let secret = try sender.sharedSecretFromKeyAgreement(with: receiver.key)
      let cipher = Cipher(
        secret, receiver: receiver.point, sender: point, auth: receiver.auth, salt: salt)
      let box = try AES.GCM.seal(record, using: cipher.key, nonce: cipher.nonce)
      let size = withUnsafeBytes(of: UInt32(longest).bigEndian) { Array($0) }
      return salt + size + [UInt8(point.count)] + point + Array(box.ciphertext) + Array(box.tag)
    } catch {
      preconditionFailure("checked keys can seal: \(error)")
    }
  }

  private static func open(_ parts: Parts, with keys: PushKeys) throws(Failure) -> [UInt8] {
    let plain: [UInt8]
    do {
      let secret = try keys.privateKey.sharedSecretFromKeyAgreement(with: parts.sender)
      let cipher = Cipher(
        secret, receiver: keys.address.point, sender: parts.point, auth: keys.auth,
        salt: parts.salt)
      let box = try AES.GCM.SealedBox(
        nonce: cipher.nonce, ciphertext: parts.record.dropLast(tagLength),
        tag: parts.record.suffix(tagLength))
      plain = Array(try AES.GCM.open(box, using: cipher.key))
    } catch {
      throw .notAuthentic
    }
    let text = plain.reversed().drop { $0 == 0 }
    guard text.first == lastDelimiter else { throw .delimiter }
    guard text.count > 1 else { throw .empty }
    return text.dropFirst().reversed()
  }

  fileprivate static let saltLength = 16
  fileprivate static let headLength = saltLength + 4 + 1
  fileprivate static let tagLength = 16
  /// Ends the text of the last record; padding of zeros follows.
  private static let lastDelimiter: UInt8 = 2
  private static let overhead = headLength + PushAddress.keyLength + 1 + tagLength
}

/// The parts of a sealed message, checked as far as that goes without keys.
private struct Parts {
  let salt: [UInt8]
  let sender: P256.KeyAgreement.PublicKey
  /// The sender's key as it was sent.
  let point: [UInt8]
  let record: [UInt8]

  init(_ message: [UInt8]) throws(SealedMessage.Failure) {
    guard message.count <= SealedMessage.longest else { throw .tooLong }
    let head = SealedMessage.headLength
    guard message.count >= head else { throw .tooShort }
    salt = Array(message[..<SealedMessage.saltLength])
    let size = message[SealedMessage.saltLength..<(head - 1)].reduce(0) { $0 << 8 | Int($1) }
    // A delimiter and a byte, or there is nothing in the record.
    guard size >= SealedMessage.tagLength + 2 else { throw .recordSize }
    guard message[head - 1] == PushAddress.keyLength else { throw .key }
    let start = head + PushAddress.keyLength
    guard message.count > start + SealedMessage.tagLength else { throw .tooShort }
    guard message.count - start <= size else { throw .moreThanOneRecord }
    point = Array(message[head..<start])
    record = Array(message[start...])
    do {
      sender = try P256.KeyAgreement.PublicKey(x963Representation: point)
    } catch {
      throw .key
    }
  }
}

/// The key and the nonce of one message.
private struct Cipher {
  let key: SymmetricKey
  let nonce: AES.GCM.Nonce

  init(
    _ secret: SharedSecret, receiver: [UInt8], sender: [UInt8], auth: [UInt8], salt: [UInt8]
  ) {
    let input = secret.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: auth, sharedInfo: Array("WebPush: info\0".utf8) + receiver + sender,
      outputByteCount: 32)
    func derived(_ purpose: String, _ count: Int) -> SymmetricKey {
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: input, salt: salt, info: Array("Content-Encoding: \(purpose)\0".utf8),
        outputByteCount: count)
    }
    key = derived("aes128gcm", 16)
    do {
      nonce = try derived("nonce", 12).withUnsafeBytes { try AES.GCM.Nonce(data: Array($0)) }
    } catch {
      preconditionFailure("a nonce has 12 bytes: \(error)")
    }
  }
}
