import CarillonDetail
package import CarillonText
import CarillonTime

/// What a door may ask: the calls of `org.carillon.Carillon1`, one case each.
///
/// Documents are JSON in the text they arrived in; the engine reads and checks them.
package enum Question: Hashable, Codable, Sendable {
  case requestPermissions
  case configure(options: String)
  case configuration
  case set(mergePatch: String)
  /// The same as a value: windows and every call whose secrets have been taken out.
  case change(Patch)
  case runFullPipelineNow
  /// An empty id means the next slot's.
  case deliverStoredNow(slotID: String)
  case reschedule
  /// `StateReport`, as windows and tray read it at every change.
  case state
  /// The same with its member `metrics`, for programs. (B29)
  case wholeState
  case pause(until: String)
  case skipNext(slotID: String)
  case unskip(slotID: String)
  case sendTest
  case open(link: String, activation: String?)
  /// The window, as a second start asks for it.
  case raise(activation: String?)
  case respond(requestID: String, action: String)
  case history(query: String)
  case explain(id: String)
  case push(message: String)
  case commandDone(id: String, error: String)
  case tryFetch(fetchSpec: String)
  case export(path: String)
  case deleteAll(confirmation: String)
  /// What a template would say now; `PreviewReport`. The window's own: no door of the bus has it.
  case preview(String)
  /// What is stored, and who was contacted; `StorageReport`. The window's own. (T29)
  case storage
  /// How push messages fared; `MetricsReport`. The window's own. (B29)
  case metrics
  /// The explanation of notifications has been read. (T22) The window's own, too.
  case explained
  /// What the window of a thread shows: a `Detail`, by its tag. (B18) The windows' own.
  case detail(tag: String)
  /// A button of a thread's window, with what its form holds, a JSON object. (B17)
  case act(tag: String, action: String, data: String)
  /// The picture of a thread whose window is open, where no notification has asked for it. (B8) The
  /// windows' own.
  case picture(tag: String)

  /// Whether it only reads: such questions do not queue.
  package var reads: Bool {
    switch self {
    case .configuration, .state, .wholeState, .history, .explain, .preview, .storage, .metrics,
      .detail:
      true
    default: false
    }
  }
}

/// The answer to one question.
package enum Answer: Hashable, Codable, Sendable {
  /// `Reply.nothing` where the call answers nothing.
  case done(Reply)
  case refused(Refusal)
}

extension Answer {
  /// The document as text; nil if the call was refused.
  package var text: String? {
    if case .done(let reply) = self { reply.text } else { nil }
  }
}
