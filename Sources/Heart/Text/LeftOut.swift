/// The members of a document that nothing here knows, by their paths.
package final class LeftOut {
  package private(set) var paths: [String] = []
  private var known: Set<String> = []

  package init() {}

  package func note(_ path: String) {
    // A document may be read more than once, and have thousands of them.
    if known.insert(path).inserted { paths.append(path) }
  }
}
