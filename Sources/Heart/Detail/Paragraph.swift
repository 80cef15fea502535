import CarillonText
import CarillonTime

/// A paragraph; without a title it is an explanation in a muted color.
package struct Paragraph: Codable, Hashable, Sendable {
  package var title: String?
  package var text: String

  package init(title: String? = nil, text: String) {
    self.title = title
    self.text = text
  }
}
