import CXML
import Glibc

/// The name of an element, as far as it matters for feeds.
struct XMLName: Equatable {
  enum Space {
    /// RSS of any version, which has no namespace or one of several.
    case rss
    case rdf, atom, dublinCore, content, xhtml
    case other
  }

  var space: Space
  /// The name without its prefix.
  var local: String

  init(_ space: Space, _ local: String) {
    self.space = space
    self.local = local
  }

  init(
    local: UnsafePointer<xmlChar>, prefix: UnsafePointer<xmlChar>?, uri: UnsafePointer<xmlChar>?
  ) {
    self.local = XMLName.short(local)
    space = Space(
      prefix: prefix.map(XMLName.short), uri: uri.map(XMLName.short))
  }
}

extension XMLName {
  /// The text, or an empty one if it is longer than any name that matters: a long one may be declared once
  /// and stand for each of 200,000 elements. (T25)
  private static func short(_ text: UnsafePointer<xmlChar>) -> String {
    strnlen(UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self), 100) < 100
      ? String(cString: text) : ""
  }
}

extension XMLName.Space {
  init(prefix: String?, uri: String?) {
    switch uri {
    case "http://www.w3.org/2005/Atom", "http://purl.org/atom/ns#": self = .atom
    case "http://www.w3.org/1999/02/22-rdf-syntax-ns#": self = .rdf
    case "http://purl.org/dc/elements/1.1/", "http://purl.org/dc/terms/": self = .dublinCore
    case "http://purl.org/rss/1.0/modules/content/": self = .content
    case "http://www.w3.org/1999/xhtml": self = .xhtml
    case "http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/",
      "http://channel.netscape.com/rdf/simple/0.9/", "http://backend.userland.com/rss2":
      self = .rss
    default:
      switch prefix {
      case nil: self = .rss
      // Undeclared prefixes still have their usual meaning.
      case "dc", "dcterms": self = uri == nil ? .dublinCore : .other
      case "content": self = uri == nil ? .content : .other
      case "atom": self = uri == nil ? .atom : .other
      default: self = .other
      }
    }
  }
}
