import Crypto
package import CarillonEngine
import FoundationEssentials

/// The public half of a receiver's keys, as it is given to senders: `p256dh` and `auth`. (C2, C8)
///
/// Whoever knows it can write messages that open, but read none. It is therefore a secret between the
/// receiver and those who may send.
package struct PushAddress: Sendable {
  let key: P256.KeyAgreement.PublicKey
  let auth: [UInt8]

  static let authLength = 16
  /// A point of P-256, not compressed.
  static let keyLength = 65

  init(key: P256.KeyAgreement.PublicKey, auth: [UInt8]) {
    self.key = key
    self.auth = auth
  }

  /// Throws a refusal that names `p256dh` or `auth`, and never quotes it.
  package init(p256dh: String, auth: String) throws(Refusal) {
    guard let point = Base64URL.bytes(of: p256dh) else {
      throw Refusal(.invalidArgument, "p256dh: is not base64url")
    }
    guard point.count == Self.keyLength else {
      throw Refusal(.invalidArgument, "p256dh: must have \(Self.keyLength) bytes")
    }
    guard let secret = Base64URL.bytes(of: auth) else {
      throw Refusal(.invalidArgument, "auth: is not base64url")
    }
    guard secret.count == Self.authLength else {
      throw Refusal(.invalidArgument, "auth: must have \(Self.authLength) bytes")
    }
    do {
      key = try P256.KeyAgreement.PublicKey(x963Representation: point)
    } catch {
      throw Refusal(.invalidArgument, "p256dh: is not a point of P-256")
    }
    self.auth = secret
  }

  package var p256dh: String { Base64URL.text(of: point) }
  package var authText: String { Base64URL.text(of: auth) }

  var point: [UInt8] { Array(key.x963Representation) }
}

/// Keeps the secret out of everything that is printed.
extension PushAddress: CustomStringConvertible, CustomReflectable {
  package var description: String { "PushAddress" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
