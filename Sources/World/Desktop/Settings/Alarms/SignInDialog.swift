import CGtk
import CarillonEngine
import CarillonGLib

/// Asks for the address of a service and the token that it gave the user. (D1)
final class SignInDialog {
  /// Saves what was entered; a problem keeps the dialog open.
  typealias Save = (_ document: JSONValue, _ done: @escaping (AccountForm.Problem?) -> Void) -> Void

  private let words: Words
  private let save: Save
  private let dialog: QuestionDialog
  private let address = TextField()
  private let addressProblem: ProblemLabel
  private let token = TextField()
  private let tokenProblem: ProblemLabel
  private let problem = Build.label("", "err")

  /// `closed` is called once; `hasKeyring`: whether there is one, open or locked.
  init(
    address known: String, hasKeyring: Bool, over widget: Widget, words: Words,
    save: @escaping Save,
    closed: @escaping () -> Void
  ) {
    self.words = words
    self.save = save
    let (address, token) = (address, token)
    let labels = [
      address.label(words.say("_Address of the service")), token.label(words.say("_Token")),
    ]
    address.show(known)
    let entry = address.input.of(GtkEntry.self)
    gtk_entry_set_placeholder_text(entry, "https://maintenance.example.org")
    gtk_entry_set_input_purpose(entry, GTK_INPUT_PURPOSE_URL)
    gtk_entry_set_width_chars(entry, 26)
    gtk_entry_set_visibility(token.input.of(GtkEntry.self), 0)
    gtk_entry_set_input_purpose(token.input.of(GtkEntry.self), GTK_INPUT_PURPOSE_PASSWORD)
    addressProblem = ProblemLabel(address.input)
    tokenProblem = ProblemLabel(token.input)
    gtk_widget_set_no_show_all(problem, 1)
    let content = Build.column(
      [
        Build.column([labels[0], address.widget, addressProblem.widget], spacing: 6),
        Build.column([labels[1], token.widget, tokenProblem.widget], spacing: 6),
        Build.label(
          hasKeyring
            ? words.say(
              "The service gives you a token in its settings. It is kept in your keyring.")
            : words.say(
              "The service gives you a token in its settings. There is no keyring, so it is kept "
                + "until Carillon quits."), "second"),
        problem,
      ], spacing: 12)
    gtk_container_set_border_width(content.of(GtkContainer.self), 18)
    let reference = Reference()
    dialog = QuestionDialog(
      words.say("Sign In"), content, accept: Build.button(words.say("Sign In"), "suggested-action"),
      over: widget, words: words, accepts: { reference.dialog?.trySaving() ?? true }
    ) { _ in closed() }
    for field in [address, token] {
      field.onChange = { reference.dialog?.show(nil) }
      field.onEnter = {
        // What it closes must not be closed while it is called.
        MainLoop.onIdle {
          if reference.dialog?.trySaving() == true { reference.dialog?.dialog.end(true) }
        }
      }
    }
    reference.dialog = self
    dialog.show(focusing: known.isEmpty ? address.input : token.input)
  }

  /// Lets closures refer to the dialog before it is complete.
  private final class Reference {
    weak var dialog: SignInDialog?
  }

  /// Returns whether it is saved; what is wrong is shown at its field.
  private func trySaving() -> Bool {
    do throws(AccountForm.Problem) {
      let document = try AccountForm(address: address.text, token: token.text).document(words)
      var isSaved: Bool?
      save(document) { [weak self] problem in
        // The answer may come later than it is asked for.
        let isLate = isSaved != nil
        isSaved = problem == nil
        if let problem {
          self?.complain(problem)
        } else if isLate {
          self?.dialog.end(true)
        }
      }
      if isSaved == nil { isSaved = false }
      return isSaved == true
    } catch {
      complain(error)
      return false
    }
  }

  private func complain(_ problem: AccountForm.Problem) {
    show(problem)
    gtk_widget_grab_focus(problem.field == .token ? token.input : address.input)
  }

  private func show(_ problem: AccountForm.Problem?) {
    addressProblem.show(problem?.field == .address ? problem?.text : nil)
    tokenProblem.show(problem?.field == .token ? problem?.text : nil)
    let rest = problem?.field == nil ? problem?.text : nil
    gtk_label_set_text(self.problem.of(GtkLabel.self), rest ?? "")
    gtk_widget_set_visible(self.problem, rest == nil ? 0 : 1)
  }
}
