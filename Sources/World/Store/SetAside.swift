/// A database that was found unusable, and where it lies now.
///
/// Nothing of it was deleted.
package struct SetAside: Hashable, Sendable {
  package enum Reason: String, Sendable {
    /// No database of ours, or a damaged one.
    case corrupt
    /// A newer Carillon has written it.
    case newer
  }

  /// The file's new path; its WAL, if it left one, is beside it.
  package let path: String
  package let reason: Reason
  /// For the log; names no value. (T28)
  package let detail: String
}

/// Why a file is no database that this version can work with.
struct Unusable: Error {
  var reason: SetAside.Reason
  var detail: String
}
