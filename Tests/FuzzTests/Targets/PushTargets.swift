import CarillonFeatures
import Crypto

@testable import CarillonPush

/// Opens a message sealed for the keys in RFC 8291's example, and one whose record is the input. (C2)
func sealedProblem(_ bytes: [UInt8]) -> String? {
  guard let keys = try? PushKeys(stored: exampleKeys) else { return "keys that cannot be read" }
  if let text = try? SealedMessage.open(bytes, with: [keys]) {
    if text.isEmpty { return "opened, and nothing in it" }
    if text.count > SealedMessage.longestText { return "a text too long" }
  }
  let record = Array(bytes.prefix(SealedMessage.longestText + 1))
  let sealed = SealedMessage.seal(
    record: record, for: keys.address, with: keys.privateKey, salt: keys.auth)
  // Its text ends before the last byte that is not padding, which must be a 2.
  let end = record.lastIndex { $0 != 0 }
  let text = end.flatMap { record[$0] == 2 && $0 > 0 ? Array(record[..<$0]) : nil }
  if (try? SealedMessage.open(sealed, with: [keys])) != text { return "opened to another text" }
  return nil
}

private let exampleKeys =
  "p256-1.q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94.BTBZMqHH6r4Tts7J_aSIgg"

/// Reads a stream of ntfy in pieces, each line as an event and each message as one of ours. (C4, C5)
func ntfyProblem(_ bytes: [UInt8]) -> String? {
  var (whole, pieces) = (NtfyLines(longest: 2000), NtfyLines(longest: 2000))
  let lines = whole.take(bytes)
  var again: [[UInt8]] = []
  for start in stride(from: 0, to: bytes.count, by: 7) {
    again += pieces.take(bytes[start..<min(start + 7, bytes.count)])
  }
  if lines != again || whole.skipped != pieces.skipped { return "other lines in pieces" }
  if lines.contains(where: { $0.count > 2000 || $0.contains(0x0A) }) { return "a bad line" }
  for line in lines {
    do throws(Refusal) {
      guard case .message(let message) = try NtfyEvent(line: line) else { continue }
      if let problem = mappingProblem(message) { return problem }
    } catch {
      guard let end = error.message.firstIndex(of: ":"), end != error.message.startIndex else {
        return "a refusal that names no field"
      }
      if isUnclean(error.message, lines: false) { return "a refusal not cleaned" }
    }
  }
  return nil
}

private func mappingProblem(_ message: NtfyMessage) -> String? {
  var topic = NtfyTopic(host: "ntfy.example", topic: "t", name: "Topic", channel: "ntfy:t")
  topic.hasForeignPictures = true
  guard case .message(let text, _) = NtfyMapping(message, of: topic, .english) else { return nil }
  do throws(Refusal) {
    let read = try Message(text, receivedAt: Instant(seconds: 0))
    guard let title = read.title else { return "a message without a title" }
    if title.count > Message.longestTitle { return "a title too long" }
    if (read.body ?? "").count > Message.longestBody { return "a body too long" }
    if let actions = read["actions"], Action.list(actions) == nil { return "bad actions" }
    return General.takes(read) ? nil : "a message that nobody takes"
  } catch {
    return "our own message is refused: \(error.message)"
  }
}
