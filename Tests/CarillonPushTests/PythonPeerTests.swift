import CarillonFeatures
import Crypto
import Foundation
import Testing

@testable import CarillonPush

/// What Carillon seals and opens, beside two implementations that senders use. (C2)
@Suite struct PythonPeerTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let senders = package.appending(path: ".build/senders")

  private struct Asked: Encodable {
    var `private`: String
    var p256dh: String
    var auth: String
    var texts: [String]
    var sealed: [String]
  }

  private struct Answered: Decodable {
    var http_ece: [String]
    var pywebpush: [String]
    var opened: [String]
  }

  @Test(
    "C2: http_ece and pywebpush seal what is opened here, and http_ece opens what is sealed here",
    .enabled(
      if: FileManager.default.fileExists(atPath: senders.appending(path: ".installed").path),
      "packaging/setup --test installs them"))
  func peers() throws {
    let keys = PushKeys()
    let texts = [1, 2, 15, 16, 17, 300, 3992, 3993].map { count in
      (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ count) }
    }
    let answered = try ask(
      Asked(
        private: Base64URL.text(of: Array(keys.privateKey.rawRepresentation)),
        p256dh: keys.address.p256dh, auth: keys.address.authText,
        texts: texts.map(Base64URL.text),
        sealed: try texts.map { Base64URL.text(of: try SealedMessage.seal($0, for: keys.address)) })
    )
    #expect(answered.opened == texts.map(Base64URL.text))
    for sealed in [answered.http_ece, answered.pywebpush] {
      let opened = try sealed.map { message in
        try SealedMessage.open(try #require(Base64URL.bytes(of: message)), with: [keys])
      }
      #expect(opened == texts)
    }
  }

  private func ask(_ asked: Asked) throws -> Answered {
    let peer = Process()
    peer.executableURL = URL(filePath: "/usr/bin/python3")
    peer.arguments = [Self.package.appending(path: "Tests/CarillonPushTests/peer.py").path]
    peer.environment = ["PYTHONPATH": Self.senders.path, "PYTHONDONTWRITEBYTECODE": "1"]
    let (input, output) = (Pipe(), Pipe())
    peer.standardInput = input
    peer.standardOutput = output
    try peer.run()
    try input.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(asked))
    try input.fileHandleForWriting.close()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    peer.waitUntilExit()
    try #require(peer.terminationStatus == 0)
    return try JSONDecoder().decode(Answered.self, from: answer)
  }
}
