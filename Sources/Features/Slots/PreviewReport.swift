import CarillonEngine

/// What a template would say of the content that is stored: the answer to `Query.preview`. (T9)
package struct PreviewReport: Hashable, Codable, Sendable {
  /// As the popup shows them: filled in and truncated.
  package var title: String
  package var body: String
  /// How long they are before they are truncated, in user-perceived characters.
  package var titleLength: Int
  package var bodyLength: Int
  /// Tokens without a value, in order of appearance.
  package var missing: [String]
  /// Every token that has a value now.
  package var values: [String: String]
  /// Where Open would lead; absent if nowhere. (T34)
  package var link: String?
  /// What is stored of the source; absent while nothing is.
  package var stored: Stored?
  /// Why the stored content cannot be read, `sealed` or `lost`; absent where it can.
  package var unreadable: String?

  package init(
    title: String, body: String, titleLength: Int, bodyLength: Int, missing: [String],
    values: [String: String], link: String? = nil, stored: Stored? = nil, unreadable: String? = nil
  ) {
    self.title = title
    self.body = body
    self.titleLength = titleLength
    self.bodyLength = bodyLength
    self.missing = missing
    self.values = values
    self.link = link
    self.stored = stored
    self.unreadable = unreadable
  }

  package struct Stored: Hashable, Codable, Sendable {
    /// ISO, with offset.
    package var fetchedAt: String
    package var validatedAt: String
    package var etag: String?
    /// Whether it is too old to be shown now. (T5)
    package var expired: Bool

    package init(fetchedAt: String, validatedAt: String, etag: String? = nil, expired: Bool) {
      self.fetchedAt = fetchedAt
      self.validatedAt = validatedAt
      self.etag = etag
      self.expired = expired
    }
  }
}
