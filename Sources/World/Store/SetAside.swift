/// An unusable database, and where it is now.
///
/// Nothing of it was deleted.
package struct SetAside: Hashable, Sendable {
  package enum Reason: String, Sendable {
    /// Damaged, or not Carillon's.
    case corrupt
    /// Written by a newer Carillon.
    case newer
  }

  /// The file's new path; its WAL, if it left one, is beside it.
  package let path: String
  package let reason: Reason
  /// For the log; contains no values. (T28)
  package let detail: String
}

/// Why this version cannot use a file.
struct Unusable: Error {
  var reason: SetAside.Reason
  var detail: String
}
