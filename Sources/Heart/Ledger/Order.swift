package import CarillonText

/// Something that a door or a window wants done; it is answered exactly once.
///
/// Texts from outside were read at the border (`DoorCall`). The engine checks what the documents
/// say, because a refusal names their fields.
package enum Order: Hashable, Codable, Sendable {
  case requestPermissions
  /// 003's options as a document.
  case configure(Document)
  case change(Patch)
  case runFullPipelineNow
  /// An empty id means the next slot.
  case deliverStoredNow(slotID: String)
  case reschedule
  case pause(until: String)
  case skipNext(slotID: String)
  case unskip(slotID: String)
  case sendTest
  /// A test with the text of that slot's next occurrence. (T22)
  case sendSample(slotID: String)
  case open(link: String, activation: String?)
  /// Opens the window, as a second start requests.
  case raise(activation: String?)
  case respond(requestID: String, action: String)
  /// The same in Carillon's own window, which can ask the user. Only for the window. (C5)
  case press(requestID: String, action: String)
  /// The user's answer to a ``ButtonQuestion``. Only for the window. (C5)
  case consent(requestID: String, action: String, ButtonConsent)
  /// The message is foreign text: Inbox stores what it says before it answers.
  case push(message: String)
  case commandDone(id: String, error: String)
  /// A fetch specification as a document, which may hold secrets until the Host has taken them out.
  ///
  /// With `showsFile`, the answer may repeat what stands in a file: only for the window. Another process
  /// may not be allowed to read it.
  case tryFetch(Document, showsFile: Bool)
  /// A topic to try out, as an element of `subscriptions`; it may hold a secret until the Host has taken
  /// it out. (C4)
  case tryTopic(Document)
  /// Writes everything to a file that the asker opened, and closes after the answer.
  case export(file: Int32)
  /// An export, or the wish to undo the last import. (T29)
  case `import`(Document)
  case deleteAll(confirmation: String)
  /// Gives a sender its keys, the same if it is paired already. (C8)
  case pair(name: String)
  /// Gives a sender new keys; the former ones count for two days more. (C2)
  case renewPairing(name: String)
  /// Takes nothing more from a sender. (C8)
  case unpair(name: String)
  /// Tests the whole way of a message, by a carrier's name. (C7)
  case testCarrier(name: String)
  /// The user has read the explanation of notifications. Only for the window. (T22)
  case explained
  /// The user has read all that a digest stands for. Only for the window. (§5)
  case markRead(digest: Int64)
  /// The user has looked at the list of what waits to be read. Only for the window. (D8)
  case readAll
  /// A press on a button in a subject's window, with the form's values. (B17)
  case act(tag: String, action: String, data: Document)
  /// Opens a subject's window from a list. Only for the window. (D16)
  case openSubject(tag: String)
  /// Requests the picture for a subject's open window if no notification has done so. Only for the
  /// windows. (B8)
  case picture(tag: String)
}

/// The answer to an order or a query.
package enum Answer: Hashable, Codable, Sendable {
  /// A document, or `Reply.nothing` for calls without a result.
  case done(Reply)
  case refused(Refusal)
}

extension Answer {
  /// The document as text; nil if the call was refused.
  package var text: String? {
    if case .done(let reply) = self { reply.text } else { nil }
  }
}
