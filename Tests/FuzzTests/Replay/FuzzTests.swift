import Foundation
import Testing

/// A short run of `packaging/fuzz`, without instrumentation.
@Suite @MainActor struct FuzzTests {
  @Test("Earlier findings and the corpus are read", arguments: FuzzTarget.allCases)
  func corpus(target: FuzzTarget) throws {
    let samples = try samples(of: target)
    #expect(samples.count >= 3)
    for sample in samples { #expect(target.problem(with: sample) == nil, "\(text(sample))") }
  }

  @Test("Damaged input is read or refused", arguments: FuzzTarget.allCases)
  func damaged(target: FuzzTarget) throws {
    let samples = try samples(of: target)
    var dice = Dice(state: 5)
    for _ in 0..<400 {
      var bytes = samples.randomElement(using: &dice) ?? []
      for _ in 0..<Int.random(in: 1...5, using: &dice) {
        let place = Int.random(in: 0...bytes.count, using: &dice)
        let end = min(bytes.count, place + Int.random(in: 0...8, using: &dice))
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: bytes.removeSubrange(place..<end)
        case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 2:
          let other = samples.randomElement(using: &dice) ?? []
          bytes.insert(contentsOf: other.suffix(Int.random(in: 0...40, using: &dice)), at: place)
        default:
          bytes.replaceSubrange(
            place..<end, with: (place..<end).map { _ in .random(in: 0...255, using: &dice) })
        }
      }
      #expect(target.problem(with: bytes) == nil, "\(Data(bytes).base64EncodedString())")
    }
  }

  private func samples(of target: FuzzTarget) throws -> [[UInt8]] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "corpus/\(target.rawValue)")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
      .map { Array(try Data(contentsOf: $0)) }
  }
}

/// A random number generator with a seed. (SplitMix64)
private struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
