import CarillonCore

extension WallTime {
  /// What somebody typed: `22:00`, `2200`, `730`, `7.30`, `7`.
  init?(typed text: String) {
    let parts = text.split(whereSeparator: { ":.,h ".contains($0) })
    guard parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
      return nil
    }
    switch (parts.count, parts.first?.count ?? 0) {
    case (1, 1...2): self.init(hour: Int(parts[0]) ?? 24, minute: 0)
    case (1, 3...4):
      self.init(hour: Int(parts[0].dropLast(2)) ?? 24, minute: Int(parts[0].suffix(2)) ?? 60)
    case (2, 1...2) where parts[1].count == 2:
      self.init(hour: Int(parts[0]) ?? 24, minute: Int(parts[1]) ?? 60)
    default: return nil
    }
  }
}
