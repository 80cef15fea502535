import CarillonEngine

extension Words {
  /// The button that makes this the greatest age of content.
  func allow(_ seconds: Int64) -> String {
    count("Allow {n} Hour", "Allow {n} Hours", Int(seconds / 3600))
  }
}
