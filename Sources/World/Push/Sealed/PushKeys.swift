import Crypto
package import CarillonEngine
import FoundationEssentials

/// The keys of a receiver of sealed messages: a private key on P-256 and a secret of 16 bytes. (C2)
///
/// Whoever has them can read every message, so ``stored`` goes into the keyring and nowhere else.
package struct PushKeys: Sendable {
  let privateKey: P256.KeyAgreement.PrivateKey
  let auth: [UInt8]

  /// Makes new keys, from the system's random numbers.
  package init() {
    privateKey = P256.KeyAgreement.PrivateKey()
    auth = random(PushAddress.authLength)
  }

  init(privateKey: P256.KeyAgreement.PrivateKey, auth: [UInt8]) {
    precondition(auth.count == PushAddress.authLength, "an auth secret has 16 bytes")
    self.privateKey = privateKey
    self.auth = auth
  }

  /// Reads what ``stored`` wrote.
  ///
  /// Throws a refusal that begins with `keys` and says which part is damaged, and never quotes it.
  package init(stored text: String) throws(Refusal) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.first == Self.form else {
      throw Self.refused("are not of the form \(Self.form)")
    }
    guard parts.count == 3 else { throw Self.refused("must have three parts") }
    guard let key = Base64URL.bytes(of: parts[1]) else {
      throw Self.refused("the private key is not base64url")
    }
    guard key.count == Self.keyLength else {
      throw Self.refused("the private key must have \(Self.keyLength) bytes")
    }
    guard let auth = Base64URL.bytes(of: parts[2]) else {
      throw Self.refused("the auth secret is not base64url")
    }
    guard auth.count == PushAddress.authLength else {
      throw Self.refused("the auth secret must have \(PushAddress.authLength) bytes")
    }
    do {
      privateKey = try P256.KeyAgreement.PrivateKey(rawRepresentation: key)
    } catch {
      throw Self.refused("the private key is not one of P-256")
    }
    self.auth = auth
  }

  /// The keys as one text for the keyring.
  package var stored: String {
    let key = Base64URL.text(of: Array(privateKey.rawRepresentation))
    return "\(Self.form).\(key).\(Base64URL.text(of: auth))"
  }

  /// What a sender needs to seal a message for these keys.
  package var address: PushAddress { PushAddress(key: privateKey.publicKey, auth: auth) }

  private static let form = "p256-1"
  private static let keyLength = 32

  private static func refused(_ reason: String) -> Refusal {
    Refusal(.invalidArgument, "keys: \(reason)")
  }
}

/// Keeps the keys out of everything that is printed.
extension PushKeys: CustomStringConvertible, CustomReflectable {
  package var description: String { "PushKeys" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// `count` bytes from the system's random numbers, fit for secrets.
func random(_ count: Int) -> [UInt8] {
  SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes { Array($0) }
}
