package import CarillonEngine

/// One line of a server's stream. (C4)
package enum NtfyEvent: Hashable, Sendable {
  /// The stream stands: the topics are being listened to from now on.
  case open
  case keepalive
  case message(NtfyMessage)
  /// The message is to be taken off the screen, and out of the history.
  case deleted(Tombstone)
  /// The message was read elsewhere: it is to be taken off the screen.
  case cleared(Tombstone)
  /// A message that has to be fetched; only servers with a relay for phones send it.
  case pollRequest(topic: String)
  /// An event of a newer server, by its name.
  case unknown(String)

  /// What became of the messages of one sequence.
  package struct Tombstone: Hashable, Sendable {
    /// Its own id, where the stream goes on after it.
    package var id: String
    package var topic: String
    package var time: Instant
    /// Which messages; see ``NtfyMessage/sequence``.
    package var sequence: String
    /// When the server forgets it; nil if it does not keep it.
    package var forgottenAt: Instant?
  }

  /// Reads a line.
  ///
  /// Throws a refusal that begins with the path of the bad field. Fields that nothing here uses may be
  /// anything.
  package init(line: [UInt8]) throws(Refusal) {
    let line = try Field.document(String(decoding: line, as: UTF8.self), named: "document")
    let fields = try line.members(known: nil)
    let name = try fields.required("event", in: line).text()
    switch name {
    case "open": self = .open
    case "keepalive": self = .keepalive
    case "message": self = .message(try NtfyMessage(fields, in: line))
    case "message_delete": self = .deleted(try Tombstone(fields, in: line))
    case "message_clear": self = .cleared(try Tombstone(fields, in: line))
    case "poll_request": self = .pollRequest(topic: try fields.required("topic", in: line).topic())
    default: self = .unknown(beginning(of: name))
    }
  }
}

extension NtfyEvent.Tombstone {
  fileprivate init(_ fields: [String: Field], in line: Field) throws(Refusal) {
    id = try fields.required("id", in: line).name()
    topic = try fields.required("topic", in: line).topic()
    time = try fields.required("time", in: line).instant()
    sequence = try fields.required("sequence_id", in: line).name()
    forgottenAt = try fields.present("expires")?.instant()
  }
}
