/// The UnifiedPush distributors of this session, by their bus names. (C3)
package struct Distributors: Hashable, Sendable {
  package let running: Set<String>
  /// Those that the bus can start.
  package let startable: Set<String>

  package static let namespace = "org.unifiedpush.Distributor"

  /// Other names are left out.
  package init(running: [String] = [], startable: [String] = []) {
    self.running = Set(running.filter(Self.isName))
    self.startable = Set(startable.filter(Self.isName))
  }

  package var names: [String] { running.union(startable).sorted() }

  package func contains(_ name: String) -> Bool {
    running.contains(name) || startable.contains(name)
  }

  /// The one to use if the user leaves it to us; nil if there is none.
  ///
  /// The one in use stays. Otherwise one that is running comes before one that would have to be
  /// started, and the alphabet decides.
  package func choice(using current: String?) -> String? {
    if let current, contains(current) { return current }
    return running.min() ?? startable.min()
  }

  /// Whether `text` can be the bus name of a distributor.
  package static func isName(_ text: String) -> Bool {
    guard text.utf8.count <= 255, text.hasPrefix(namespace + ".") else { return false }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      guard let first = part.first, !isDigit(first) else { return false }
      return part.allSatisfy { isDigit($0) || isLetter($0) || $0 == 0x5F || $0 == 0x2D }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
