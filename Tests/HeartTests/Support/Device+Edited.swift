import CarillonFeatures
import CarillonStore
import Testing

extension Device {
  /// Replaces members of what is stored of a subject, as somebody with an editor might, and starts anew.
  ///
  /// `members` is what stands between the braces of a JSON object; each has to be stored already.
  func edit(
    _ tag: String, _ members: String, at location: SourceLocation = #_sourceLocation
  ) throws {
    var subject = try #require(
      try store.read { rows throws(StoreFailure) in try rows.thread(tag) }, sourceLocation: location
    )
    guard case .object(let stored) = JSONValue(parsing: subject.state.text),
      case .object(let edited) = JSONValue(parsing: "{\(members)}")
    else {
      Issue.record("nothing that can be edited is stored of \(tag)", sourceLocation: location)
      return
    }
    #expect(edited.keys.allSatisfy { stored[$0] != nil }, sourceLocation: location)
    subject.state = StoredValue(text: JSONValue.object(stored.merging(edited) { $1 }).serialized)
    let written = subject
    try store.transaction { rows throws(StoreFailure) in try rows.put(written) }
    crash()
    start()
  }
}
