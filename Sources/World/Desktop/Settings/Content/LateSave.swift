import CarillonEngine
import CarillonSlots

/// Saves a source whose trial ended after the window was closed. (T25)
///
/// The user left in the belief that it would be saved. A refusal therefore opens the window again: the
/// log is read by nobody who could correct the source.
struct LateSave {
  let link: AppLink
  /// Shows a sentence in the window, which it opens if necessary.
  let complain: (String) -> Void

  /// Saves `patch` if the source works; nil if there is nothing to save.
  ///
  /// A source that does not work is not saved, as in an open window.
  func tried(_ answer: Answer, thenSave patch: JSONValue?) {
    do throws(Refusal) {
      guard try answer.document().value(as: TrialReport.self)?.ok == true, let patch else { return }
      link.ask(.change(Patch(patch))) { saved($0) }
    } catch {
      refused(error)
    }
  }

  func saved(_ answer: Answer) {
    if case .refused(let refusal) = answer { refused(refusal) }
  }

  private func refused(_ refusal: Refusal) {
    // Quitting must not open a window.
    guard refusal != Host.closing else { return }
    let sentence = link.words.say("The source could not be saved.")
    complain(
      refusal.kind == .storageBusy
        ? sentence : "\(sentence)\n\(SourceProblem(refusal, words: link.words).text)")
  }
}
