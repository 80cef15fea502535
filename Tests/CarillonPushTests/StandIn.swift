/// The stand-in for an ntfy server of the end-to-end tests.
///
/// It is told what to do in Python, in which `s` is the server.
final class StandIn {
  let port: Int
  private let process: HarnessProcess

  init(_ options: String = "") throws {
    process = try HarnessProcess("harness.ntfy_server", "NtfyServer", options, greeting: "s.port")
    guard let port = Int(process.greeting) else {
      throw HarnessProcess.Failure(said: process.greeting)
    }
    self.port = port
  }

  var url: String { "http://127.0.0.1:\(port)" }

  /// What Python prints of the value.
  @discardableResult
  func ask(_ expression: String) throws -> String { try process.ask(expression) }
}
