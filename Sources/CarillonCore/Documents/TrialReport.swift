/// What `TryFetch` answers. (T25)
package struct TrialReport: Hashable, Codable, Sendable {
  package var ok: Bool
  /// What it was recognised as: `content`, `pack`, `pointers`, `json-feed`, `rss`, `atom`, `rdf`.
  package var format: String?
  package var headline: String?
  package var summary: String?
  package var etag: String?
  /// Bytes of the answer.
  package var size: Int?
  package var items: Int?
  /// When the item was published, ISO.
  package var published: String?
  package var fetchedAt: String
  /// Why not: the code, its details for those who build the source, and a sentence for people.
  package var code: String?
  package var detail: String?
  package var text: String?

  package init(ok: Bool, fetchedAt: String) {
    self.ok = ok
    self.fetchedAt = fetchedAt
  }
}
