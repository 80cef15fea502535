import CarillonText
package import CarillonTime

/// Notes with a meaning: instants and documents.
extension Rows {
  package func note(instant key: String) throws(StoreFailure) -> Instant? {
    try note(key).flatMap { Int64($0) }.map(Instant.init(milliseconds:))
  }

  /// The note's document; a stored one that cannot be read is named.
  package func note<Document: Decodable>(
    _ key: String, as type: Document.Type
  ) throws(StoreFailure) -> Document? {
    try note(key).map { text throws(StoreFailure) in try document(type, of: key, text) }
  }

  func document<Document: Decodable>(
    _ type: Document.Type, of note: String, _ text: String
  ) throws(StoreFailure) -> Document {
    do {
      return try decode(type, from: text)
    } catch {
      throw StoreFailure(.broken, "note \(note): \(error)")
    }
  }

  package func setNote(_ key: String, at instant: Instant?) throws(StoreFailure) {
    try setNote(key, instant.map { String($0.milliseconds) })
  }
}
