import CarillonEngine

/// The header fields of a request, checked: no value can inject another line. (T25)
struct RequestFields {
  private(set) var all: [(name: String, value: String)] = []
  /// The values that replaced references to secrets.
  private(set) var secrets: [String] = []

  /// The user's header fields, with `secrets` in place of references. (T27)
  ///
  /// Fails with `.forbidden` for an invalid field, or one that belongs to the connection; with
  /// `.secret` if a secret is not available. `then` is called once, perhaps before this returns.
  static func gather(
    _ headers: [String: HeaderValue], from secrets: any Secrets,
    then: @escaping (Result<RequestFields, FetchFailure>) -> Void
  ) {
    var fields = RequestFields()
    var missing: [Missing] = []
    for (name, header) in headers.sorted(by: { $0.key < $1.key }) {
      guard isName(name), !FetchSpec.reservedHeaders.contains(name.lowercased()) else {
        return then(.failure(FetchFailure(.forbidden, "headers")))
      }
      switch header {
      case .text(let value):
        guard isValue(value) else { return then(.failure(FetchFailure(.forbidden, "headers"))) }
        fields.all.append((name, value))
      case .secret(let reference): missing.append(Missing(name: name, reference: reference))
      case .token(let reference):
        missing.append(Missing(name: name, reference: reference, isToken: true))
      }
    }
    fields.fill(missing[...], from: secrets, then: then)
  }

  /// A field whose value is to come from the keyring.
  private struct Missing {
    let name: String
    let reference: SecretReference
    var isToken = false
  }

  private func fill(
    _ missing: ArraySlice<Missing>, from secrets: any Secrets,
    then: @escaping (Result<RequestFields, FetchFailure>) -> Void
  ) {
    guard let next = missing.first else { return then(.success(self)) }
    secrets.value(of: next.reference) { value in
      guard let value, Self.isValue(value) else {
        return then(.failure(FetchFailure(.secret)))
      }
      var filled = self
      let sent = next.isToken ? Authorization.value(of: value) : value
      filled.all.append((next.name, sent))
      filled.secrets.append(sent)
      filled.fill(missing.dropFirst(), from: secrets, then: then)
    }
  }

  /// Sets one of Carillon's own fields, replacing the user's.
  mutating func set(_ name: String, _ value: String) throws(FetchFailure) {
    guard Self.isValue(value) else { throw FetchFailure(.forbidden, name) }
    all.removeAll { $0.name.lowercased() == name.lowercased() }
    all.append((name, value))
  }

  /// Sets a field unless the user has set it.
  mutating func setIfMissing(_ name: String, _ value: String) {
    guard !all.contains(where: { $0.name.lowercased() == name.lowercased() }) else { return }
    all.append((name, value))
  }

  /// A token of RFC 9110.
  private static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// No control characters except the tab; a NUL would cut the text for C.
  static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
  }
}
