import CGtk
import CarillonEngine
import CarillonGLib

/// The request options, which are folded at first. (T25)
final class RequestView {
  typealias Change = (inout SourceForm) -> Void

  let widget: Widget
  var onEdit: (_ isWhole: Bool, @escaping Change) -> Void = { _, _ in }
  var onDone: () -> Void = {}

  private let method: ChoiceControl
  private let methodProblem: ProblemLabel
  private let timeout: ChoiceControl
  private let timeoutProblem: ProblemLabel
  private let body = TextField(lines: 3)
  private let bodyProblem: ProblemLabel
  private let bodyPart: Widget
  private let headers: HeadersView
  private let expander: Expander
  private let line = Build.label("", "second")
  private let words: Words

  init(words: Words) {
    self.words = words
    let reference = Reference()
    method = ChoiceControl { chosen in
      guard case .text(let name) = chosen.value, let method = FetchSpec.Method(rawValue: name)
      else { return }
      reference.view?.onEdit(true) { $0.method = method }
    }
    methodProblem = ProblemLabel(method.widget)
    timeout = ChoiceControl { chosen in
      guard case .integer(let milliseconds) = chosen.value else { return }
      reference.view?.onEdit(true) { $0.timeout = .milliseconds(milliseconds) }
    }
    for (control, name) in [
      (method, words.say("Method")), (timeout, words.say("Timeout")),
    ] {
      Build.call(control.widget, name)
      gtk_widget_set_valign(control.widget, GTK_ALIGN_CENTER)
    }
    timeoutProblem = ProblemLabel(timeout.widget)
    bodyProblem = ProblemLabel(body.input)
    headers = HeadersView(words: words)
    let bodyLabel = body.label(words.say("_Body (JSON)"))
    Build.add(["monospace"], to: body.input)
    bodyPart = Build.column(
      [bodyLabel, body.widget, bodyProblem.widget], spacing: 6, "row", "top-line")
    gtk_widget_show_all(bodyPart)
    gtk_widget_set_no_show_all(bodyPart, 1)
    let options = Build.column([
      Build.column(
        [Build.row([Build.label(words.say("Method")), method.widget]), methodProblem.widget],
        "row"),
      bodyPart,
      Build.column(
        [
          Build.row([Build.label(words.say("Timeout")), timeout.widget]),
          timeoutProblem.widget,
        ], "row", "top-line"),
      headers.widget,
    ])
    let title = Build.column([Build.label(words.say("Request options")), line], spacing: 2)
    expander = Expander(title, named: words.say("Request options"), options)
    widget = Build.column([expander.widget], "row", "top-line")
    reference.view = self
    body.onChange = { [weak self] in
      guard let self else { return }
      let text = body.text
      onEdit(false) { $0.body = text }
    }
    body.onLeave = { [weak self] in self?.onDone() }
    headers.onEdit = { [weak self] headers, isWhole in
      self?.onEdit(isWhole) { $0.headers = headers }
    }
    headers.onDone = { [weak self] in self?.onDone() }
  }

  func show(_ model: SourceModel) {
    let form = model.form
    gtk_label_set_text(line.of(GtkLabel.self), model.requestLine(words))
    let methods = [FetchSpec.Method.get, .post].map {
      Choice.Option(value: .text($0.rawValue), text: $0.rawValue)
    }
    method.show(Choice(methods, current: methods[form.method == .get ? 0 : 1]))
    methodProblem.show(model.problems[.method])
    timeout.show(
      Choice(
        [5000, 10_000, 20_000, 30_000, 60_000], current: form.timeout.milliseconds, text: seconds))
    timeoutProblem.show(model.problems[.timeout])
    body.show(form.body)
    gtk_widget_set_visible(bodyPart, form.method == .post ? 1 : 0)
    bodyProblem.show(model.problems[.body])
    headers.show(form.headers, model.problems, note: model.secretsNote(words))
  }

  private func seconds(_ milliseconds: Int64) -> String {
    guard milliseconds % 1000 == 0 else {
      return words.count("{n} millisecond", "{n} milliseconds", Int(milliseconds))
    }
    return words.count("{n} second", "{n} seconds", Int(milliseconds / 1000))
  }

  /// Lets the controls' closures refer to the view, which is created after them.
  private final class Reference {
    weak var view: RequestView?
  }
}
