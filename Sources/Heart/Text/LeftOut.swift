/// The members of a document that nothing here knows, by their paths.
package final class LeftOut {
  package private(set) var paths: [String] = []

  package init() {}

  package func note(_ path: String) {
    // A document may be read more than once.
    if !paths.contains(path) { paths.append(path) }
  }
}
