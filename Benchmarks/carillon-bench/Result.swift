import Foundation
import Glibc

/// Figures by name, for the table.
struct Result {
  private var figures: [String: Double] = [:]

  subscript(name: String) -> Double? {
    get { figures[name] }
    set { figures[name] = newValue }
  }

  /// Adds the median, the worst percent and the worst of the samples, as `NAME.p50` and so on.
  mutating func add(_ name: String, _ samples: [Double]) {
    guard !samples.isEmpty else { return }
    let sorted = samples.sorted()
    func rank(_ share: Double) -> Double {
      sorted[min(sorted.count - 1, Int((share * Double(sorted.count)).rounded(.up)) - 1)]
    }
    self[name + ".p50"] = rank(0.5)
    self[name + ".p99"] = rank(0.99)
    self[name + ".max"] = sorted.last
    self[name + ".count"] = Double(sorted.count)
  }

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    guard let data = try? encoder.encode(figures) else {
      preconditionFailure("numbers by name are JSON")
    }
    return String(decoding: data, as: UTF8.self)
  }
}

/// Thrown if the result of a measurement would be meaningless.
struct Unusable: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// A clock in nanoseconds.
func nanoseconds(_ clock: clockid_t = CLOCK_MONOTONIC) -> Int64 {
  var time = timespec()
  clock_gettime(clock, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
