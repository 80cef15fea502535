package import CarillonEngine

/// What `TryFetch` answers. (T25)
package struct TrialReport: Hashable, Codable, Sendable {
  package var ok: Bool
  /// What it was recognized as: `content`, `pack`, `pointers`, `json-feed`, `rss`, `atom`, `rdf`.
  package var format: String?
  package var headline: String?
  package var summary: String?
  /// Where Open would lead; absent if nowhere. (T34)
  package var link: String?
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
  /// The HTTP status of the answer; absent for a file, and where nobody answered.
  package var status: Int?
  /// The beginning of what came, as it came but for control characters; absent where nothing did.
  package var payload: String?
  /// True where there was more of it, else absent.
  package var payloadIsCut: Bool?
  /// Where in a JSON answer texts stand, for pointers to lead there; absent for anything else.
  package var places: [Sample.Place]?
  /// The feeds that a web page names, each of which may be tried instead; absent where there are none.
  package var feeds: [Sample.Feed]?

  package init(ok: Bool, fetchedAt: String) {
    self.ok = ok
    self.fetchedAt = fetchedAt
  }
}
