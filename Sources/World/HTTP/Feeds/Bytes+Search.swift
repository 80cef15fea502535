import Glibc

extension [UInt8] {
  /// Whether `word` occurs.
  func contains(_ word: StaticString) -> Bool {
    let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    return withUnsafeBufferPointer { $0.firstIndex(of: word, from: 0) } != nil
  }

  /// Where `word` occurs first.
  func firstIndex(of word: [UInt8]) -> Int? {
    withUnsafeBufferPointer { bytes in
      word.withUnsafeBufferPointer { bytes.firstIndex(of: $0, from: 0) }
    }
  }

  /// Puts `other` wherever `word` occurs; `word` must not be empty.
  func replacing(_ word: [UInt8], with other: [UInt8]) -> [UInt8] {
    var replaced: [UInt8] = []
    var start = 0
    withUnsafeBufferPointer { bytes in
      word.withUnsafeBufferPointer { word in
        while let next = bytes.firstIndex(of: word, from: start) {
          replaced += bytes[start..<next]
          replaced += other
          start = next + word.count
        }
      }
      replaced += bytes[start...]
    }
    return replaced
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The standard library's search takes 30 ms for a large answer.
  fileprivate func firstIndex(of word: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = baseAddress, let first = word.baseAddress, count - start >= word.count else {
      return nil
    }
    for index in start...(count - word.count)
    where base[index] == first[0] && memcmp(base + index, first, word.count) == 0 {
      return index
    }
    return nil
  }
}
