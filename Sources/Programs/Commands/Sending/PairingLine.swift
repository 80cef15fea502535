import CarillonEngine
import CarillonPush

/// What `pair` printed: where to post messages, and the keys to seal them with. (C8)
struct PairingLine {
  let endpoint: String
  let address: PushAddress

  /// Reads the line, or any web push subscription; throws a refusal that names the field.
  init(_ text: String) throws(Refusal) {
    let root = try Field.document(text, named: "pairing")
    let fields = try root.members(known: nil)
    endpoint = try fields.required("endpoint", in: root).text()
    let keys = try fields.required("keys", in: root)
    let members = try keys.members(known: nil)
    let point = try members.required("p256dh", in: keys).text()
    let auth = try members.required("auth", in: keys).text()
    do throws(Refusal) {
      address = try PushAddress(p256dh: point, auth: auth)
    } catch {
      throw Refusal(error.kind, "pairing.keys.\(error.message)")
    }
  }
}
