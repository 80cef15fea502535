package import CarillonLedger

/// A kind whose subjects are listed on a page. (D16)
package protocol Listed: Windowed {
  /// The subject's row; nil if it is not, or no longer, listed.
  ///
  /// Called only for subjects that are not over. One whose state is sealed says so: it may be urgent. (T28)
  static func row(of subject: Subject, _ context: KindContext) -> SubjectRow?
}
