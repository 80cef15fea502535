import CarillonFeatures

extension Order {
  /// A patch that a life or a recording has as text.
  ///
  /// One that is no JSON is refused by the engine, like any other value that is no object.
  static func patch(_ text: String) -> Order { .change(Patch(JSONValue(parsing: text) ?? .null)) }
}
