/// Why a request from outside was refused.
///
/// A refused request has changed nothing.
package struct Refusal: Error, Hashable, Codable, Sendable {
  package enum Kind: String, Codable, Sendable {
    case invalidArgument = "InvalidArgument"
    case refused = "Refused"
    case notFound = "NotFound"
    case storageBusy = "StorageBusy"
  }

  package var kind: Kind
  /// For people; names the field, the seconds left, or the reason.
  package var message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// The D-Bus error name.
  package var busName: String { "org.carillon.Error.\(kind.rawValue)" }
}
