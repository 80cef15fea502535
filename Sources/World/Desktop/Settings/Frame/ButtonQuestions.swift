import CGtk
import CarillonEngine
import CarillonGLib

/// Asks whether buttons may send requests, one question after the other. (C5)
final class ButtonQuestions {
  private struct Waiting {
    let question: ButtonQuestion
    let answer: (ButtonConsent) -> Void
  }

  private let window: Widget
  private let words: Words
  private var waiting: [Waiting] = []
  private var dialog: QuestionDialog?
  private var subscriptions: [Subscription] = []

  init(over window: Widget, words: Words) {
    self.window = window
    self.words = words
  }

  /// More than a user presses before answering one.
  private static let most = 12

  /// `answer` is called once; those that are too many are denied.
  func ask(_ question: ButtonQuestion, answer: @escaping (ButtonConsent) -> Void) {
    guard waiting.count < ButtonQuestions.most else { return answer(.denied) }
    waiting.append(Waiting(question: question, answer: answer))
    showNext()
  }

  /// The window is closed: nothing is sent.
  func denyAll() {
    let open = waiting
    waiting = []
    dialog = nil
    subscriptions = []
    for waiting in open { waiting.answer(.denied) }
  }

  private func showNext() {
    guard dialog == nil, let question = waiting.first?.question else { return }
    // None is suggested: only the user knows the sender.
    let always = Build.button(words.say("Allow Always"))
    let once = Build.button(words.say("Only Now"))
    gtk_widget_set_halign(once, GTK_ALIGN_END)
    let content = Build.column(
      [
        Build.label(question.heading(words), "heading"), Build.label(question.text(words)),
        Build.label(question.request, "second"), once,
      ], spacing: 12)
    gtk_container_set_border_width(content.of(GtkContainer.self), 18)
    var chosen = ButtonConsent.always
    let dialog = QuestionDialog(
      words.say("Send a Request?"), content, accept: always, cancel: words.say("Don’t Allow"),
      over: window, words: words
    ) { [weak self] isAccepted in
      self?.answered(isAccepted ? chosen : .denied)
    }
    subscriptions = [
      once.on("clicked") { [weak dialog] in
        chosen = .once
        dialog?.end(true)
      }
    ]
    self.dialog = dialog
    // A key that was meant for something else must not allow anything.
    dialog.show(focusing: dialog.cancel)
  }

  private func answered(_ consent: ButtonConsent) {
    guard !waiting.isEmpty else { return }
    let answered = waiting.removeFirst()
    dialog = nil
    // Not yet the subscriptions: this may be the call of one of them.
    MainLoop.onIdle { [weak self] in self?.showNext() }
    answered.answer(consent)
  }
}

extension ButtonQuestion {
  /// Who wants to send where.
  func heading(_ words: Words) -> String {
    words.say("“{name}” wants to send to {host}", ["name": sender, "host": host])
  }

  func text(_ words: Words) -> String {
    words.say(
      "The button “{button}” sends a request that the sender of the message wrote. {host} will see your network address. Allow this only if you trust the sender.",
      ["button": label, "host": host])
  }

  /// What is sent, as far as a person can judge it.
  var request: String { "\(method) https://\(host)" }
}
