import CGio
import CarillonEngine
import CarillonSlots
import CarillonGLib

/// Edits the source, saves it once it is complete, and tries it out. (T25)
///
/// An address is saved on Enter or when the focus leaves, not while it is typed: a saved address is
/// contacted at once, and half an address may be somebody else's.
final class SourceEditor {
  private let model: SettingsModel
  private let view: SourceView
  private var draft = Draft(SourceForm())
  private var truth: SettingsModel.Truth?
  private var problems: [SourceField: String] = [:]
  private var trial = TrialState()
  /// The stored content of the source, from the last preview.
  private var stored: PreviewReport.Stored?

  init(_ model: SettingsModel, _ view: SourceView) {
    self.model = model
    self.view = view
    view.onEdit = { [weak self] form, isWhole in self?.edited(form, isWhole: isWhole) }
    view.onDone = { [weak self] in self?.save() }
    view.onTry = { [weak self] in self?.tryIt() }
    view.onCancel = { [weak self] in self?.cancel() }
    view.onForget = { [weak self] in self?.save(forgetting: true) }
  }

  func show(_ truth: SettingsModel.Truth) {
    self.truth = truth
    let spec = truth.configuration.settings.callbacks?.fetchContent
    let before = draft.current
    if draft.arrived(SourceForm(spec, after: before)), before.address != draft.current.address {
      trial.drop()
    }
    draw()
  }

  func show(stored: PreviewReport.Stored?) {
    self.stored = stored
    draw()
  }

  /// The page was left: cancels the trial, and drops an address that was never completed.
  func leave() {
    cancel()
    save()
    let form = draft.current
    let isHalf = form.kind == .address && form.address.trimmingSpaces.isEmpty
    if isHalf && draft.saved.kind == .pack || !forgets.isEmpty {
      draft.edit(draft.saved)
      problems = [:]
      draw()
    }
  }

  private func edited(_ form: SourceForm, isWhole: Bool) {
    trial.changed(from: draft.current, to: form)
    draft.edit(form)
    problems = [:]
    if isWhole { save() } else { draw() }
  }

  /// Secrets that would be deleted with the address, as long as that is not saved.
  private var forgets: [String] {
    guard draft.current.kind == .pack, draft.saved.kind == .address else { return [] }
    return draft.saved.headers.filter { $0.kept != nil }.map(\.name)
  }

  private func save(forgetting: Bool = false) {
    defer { draw() }
    guard let truth, draft.wantsSaving, forgetting || forgets.isEmpty else { return }
    let form = draft.current
    if form.kind == .address, form.address.trimmingSpaces.isEmpty { return }
    let profile = truth.configuration.settings.callbacks
    do throws(SourceProblem) {
      guard let patch = try form.patch(over: profile, model.words) else { return }
      send(patch, draft.begin())
    } catch {
      take(error)
    }
  }

  private func send(_ patch: JSONValue, _ form: SourceForm) {
    model.link.ask(.change(Patch(patch))) { [weak self] answer in
      guard let self else { return }
      do throws(Refusal) {
        _ = try answer.document()
        _ = draft.ended(saved: true)
      } catch {
        if error.kind == .storageBusy {
          // The draft is kept only if the user can correct it.
          _ = draft.ended(saved: false)
          let again = { [weak self] in
            guard let self else { return }
            draft.edit(form)
            save()
          }
          model.onToast(
            .init(
              text: model.words.say("The source could not be saved."),
              button: (model.words.say("Try Again"), again)))
        } else {
          draft.kept()
          take(SourceProblem(error, words: model.words))
        }
      }
      draw()
    }
  }

  private func take(_ problem: SourceProblem) {
    guard let field = problem.field else { return model.onToast(.init(text: problem.text)) }
    problems[field] = problem.text
  }

  private func draw() {
    guard let truth else { return }
    let form = draft.current
    var shown = problems
    shown[.body] = shown[.body] ?? form.bodyProblem(model.words)
    let clock = TrialClock(today: truth.today, zone: truth.zone) { bytes in
      guard let text = g_format_size(guint64(max(0, bytes))) else { return "" }
      defer { g_free(text) }
      return String(cString: text)
    }
    let isSaved = draft.saved.kind == form.kind && draft.saved.address == form.address
    view.show(
      SourceModel(
        form: form, problems: shown,
        trial: TrialModel(
          trial.stage, form, stored: isSaved ? stored : nil, clock: clock, words: model.words),
        headline: PointerModel(.headline, in: form, trial.stage),
        summary: PointerModel(.summary, in: form, trial.stage),
        linkPointer: PointerModel(.link, in: form, trial.stage),
        wantsPointers: PointerModel.areWanted(form, trial.stage),
        hasResult: trial.hasResult,
        keyring: truth.state.keyring, forgets: forgets))
  }
}

extension SourceEditor {
  private func tryIt() {
    save()
    let form = draft.current
    let document: JSONValue
    do throws(SourceProblem) {
      document = try form.document(model.words)
    } catch {
      take(error)
      return draw()
    }
    guard problems.isEmpty else { return }
    let number = trial.begin(form, at: model.link.now())
    draw()
    model.link.ask(.tryFetch(Document(document), showsFile: true)) { [weak self] answer in
      self?.tried(number, answer)
    }
  }

  private func tried(_ number: Int, _ answer: Answer) {
    do throws(Refusal) {
      guard let report = try answer.document().value(as: TrialReport.self) else { return }
      guard trial.end(number, report, at: model.link.now()) else { return }
    } catch {
      guard trial.isAsking(number) else { return }
      trial.drop()
      take(SourceProblem(error, words: model.words))
    }
    draw()
  }

  private func cancel() {
    guard trial.isAsking else { return }
    trial.drop()
    draw()
  }
}
