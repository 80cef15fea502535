import Foundation
import TestBus

/// The stand-in for a UnifiedPush distributor of the end-to-end tests, named `test`.
///
/// It is told what to do in Python, in which `s` is the distributor.
final class StandInDistributor {
  static let name = "org.unifiedpush.Distributor.test"
  private let process: HarnessProcess

  init(on daemon: PrivateBus, _ options: String = "") throws {
    process = try HarnessProcess(
      "harness.distributor", "Distributor", "\"\(daemon.address)\", \(options)", greeting: "None")
  }

  /// What Python prints of the value.
  @discardableResult
  func ask(_ expression: String) throws -> String { try process.ask(expression) }

  /// Without quotes.
  func text(_ expression: String) throws -> String {
    try ask(expression).trimmingCharacters(in: ["'"])
  }
}
