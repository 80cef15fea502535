import CarillonFeatures
import Foundation
import Glibc
import Testing

@testable import CarillonGLib

/// Programs that are run for one answer.
@Suite @MainActor struct ChildProcessTests {
  init() {
    // As the app does.
    signal(SIGPIPE, SIG_IGN)
  }

  private struct Outcome {
    var count = 0
    var answer: [UInt8]?
  }

  private func run(
    _ script: String, input: [UInt8] = [], environment: [String] = [], limit: Int = 1 << 20,
    deadline: Span = .seconds(20), program: String = "/bin/sh"
  ) -> String? {
    var outcome = Outcome()
    ChildProcess.run(
      [program, "-c", script], environment: environment, input: input, limit: limit,
      deadline: deadline
    ) {
      outcome.count += 1
      outcome.answer = $0
    }
    MainLoop.run(atMost: .seconds(20)) { outcome.count > 0 }
    // Nothing may come after it.
    MainLoop.run(atMost: .milliseconds(20)) { false }
    #expect(outcome.count == 1)
    return outcome.answer.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("the program reads its input, and its output is the answer")
  func answers() {
    #expect(run("cat; echo end >&2", input: Array("abc".utf8)) == "abc")
    #expect(run(":") == "")
    #expect(run("pwd") == "/\n")
  }

  @Test("more than a pipe holds goes in and comes out")
  func much() {
    let much = [UInt8](repeating: UInt8(ascii: "x"), count: 900_000)
    #expect(run("cat", input: much)?.utf8.count == 900_000)
  }

  @Test("it is answered although not all of the input was read")
  func unread() {
    let much = [UInt8](repeating: UInt8(ascii: "x"), count: 900_000)
    #expect(run("echo no", input: much) == "no\n")
  }

  @Test("it has no environment but what it is given")
  func environment() {
    #expect(run("echo $HOME$A", environment: ["A=b"]) == "b\n")
  }

  @Test("failure, a signal, a long answer and a missing program are no answer")
  func refused() {
    #expect(run("echo a; exit 3") == nil)
    #expect(run("echo a; kill -9 $$") == nil)
    #expect(run("echo 12345678", limit: 8) == nil)
    #expect(run("echo 1234567", limit: 8) == "1234567\n")
    #expect(run("exec yes", limit: 1000) == nil)
    #expect(run("", program: "/nonexistent") == nil)
  }

  @Test("after its deadline it is killed, also when it has closed its output")
  func late() throws {
    for closing in ["", "exec >&-;"] {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "child-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: file) }
      let script = "echo $$ > \(file.path); \(closing) exec sleep 30"
      #expect(run(script, deadline: .milliseconds(300)) == nil)
      let number = try String(contentsOf: file, encoding: .utf8)
      let child = try #require(Int32(number.trimmingCharacters(in: .newlines)))
      #expect(MainLoop.run(atMost: .seconds(5)) { kill(child, 0) != 0 && errno == ESRCH })
    }
  }
}
