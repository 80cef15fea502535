import CarillonDetail
package import CarillonText
import CarillonTime

/// A question from a door: the calls of `org.carillon.Carillon1`, one case each.
///
/// Documents are JSON texts as they arrived; the engine parses and checks them.
package enum Question: Hashable, Codable, Sendable {
  case requestPermissions
  case configure(options: String)
  case configuration
  case set(mergePatch: String)
  /// The same as a value: windows and every call whose secrets have been taken out.
  case change(Patch)
  case runFullPipelineNow
  /// An empty id means the next slot.
  case deliverStoredNow(slotID: String)
  case reschedule
  /// A `StateReport`, as windows and the tray read it after every change.
  case state
  /// The same report with its `metrics` member, for programs. (B29)
  case wholeState
  case pause(until: String)
  case skipNext(slotID: String)
  case unskip(slotID: String)
  case sendTest
  case open(link: String, activation: String?)
  /// Opens the window, as a second start requests.
  case raise(activation: String?)
  case respond(requestID: String, action: String)
  case history(query: String)
  case explain(id: String)
  case push(message: String)
  case commandDone(id: String, error: String)
  case tryFetch(fetchSpec: String)
  case export(path: String)
  case deleteAll(confirmation: String)
  /// Previews a template; `PreviewReport`. Only for the window, not on the bus.
  case preview(String)
  /// The stored data and contacted hosts; `StorageReport`. Only for the window. (T29)
  case storage
  /// The statistics on push messages; `MetricsReport`. Only for the window. (B29)
  case metrics
  /// The user has read the explanation of notifications. Only for the window. (T22)
  case explained
  /// The contents of a subject's window as a `Detail`. Only for the windows. (B18)
  case detail(tag: String)
  /// A press on a button in a subject's window, with the form's values as a JSON object. (B17)
  case act(tag: String, action: String, data: String)
  /// Requests the picture for a subject's open window if no notification has done so. Only for the
  /// windows. (B8)
  case picture(tag: String)

  /// Whether it only reads; such questions do not queue.
  package var reads: Bool {
    switch self {
    case .configuration, .state, .wholeState, .history, .explain, .preview, .storage, .metrics,
      .detail:
      true
    default: false
    }
  }
}

/// The answer to a question.
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
