import CarillonEngine
import Crypto
import Foundation

/// Seals and opens texts with the key from the keyring. (T28)
///
/// AES-GCM, with a fresh nonce each time. The place of a text is authenticated with it, so that it
/// cannot be moved to a place of another kind.
final class Seal {
  /// With nil, new texts stay open and sealed ones cannot be read.
  private var key: SymmetricKey?

  /// Whether texts were sealed whose plain form may still be in the WAL.
  var leftTraces = false

  var hasKey: Bool { key != nil }

  /// The key for another connection's seal; in memory only.
  var bytes: [UInt8]? { key?.withUnsafeBytes { Array($0) } }

  /// Uses a key of 32 bytes, or none.
  func use(_ bytes: [UInt8]?) {
    key = bytes.map { SymmetricKey(data: $0) }
  }

  func sealed(_ text: String, as place: Place) throws(StoreFailure) -> Data? {
    guard let key else { return nil }
    do {
      let box = try AES.GCM.seal(
        Data(text.utf8), using: key, authenticating: Data(place.rawValue.utf8))
      return box.combined
    } catch {
      throw StoreFailure(.broken, "sealing: \(type(of: error))")
    }
  }

  /// The text, or why it cannot be read.
  func open(_ data: Data, as place: Place) -> (text: String?, readable: Readable) {
    guard let key else { return (nil, .sealed) }
    guard let box = try? AES.GCM.SealedBox(combined: data),
      let opened = try? AES.GCM.open(
        box, using: key, authenticating: Data(place.rawValue.utf8))
    else { return (nil, .lost) }
    return (String(decoding: opened, as: UTF8.self), .open)
  }

  /// The place a text belongs to.
  enum Place: String {
    case content = "notif_contents.payload"
    case delivery = "notif_deliveries.text"
    case thread = "threads.state"
  }
}
