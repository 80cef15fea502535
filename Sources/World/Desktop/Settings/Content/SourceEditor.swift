import CGio
import CarillonEngine
import CarillonSlots
import CarillonGLib

/// Edits the source, tries it out once it is complete, and saves what works. (T25)
///
/// An address is tried on Enter or when the focus leaves, not while it is typed: half an address may be
/// somebody else's. What fails is saved only if the user insists, so that the hours keep the source that
/// worked.
final class SourceEditor {
  private let model: SettingsModel
  private let view: SourceView
  private var draft = Draft(SourceForm())
  private var truth: SettingsModel.Truth?
  private var problems: [SourceField: String] = [:]
  private var trial = TrialState()
  private var shelf = PointerShelf()
  /// The stored content of the source, from the last preview.
  private var stored: PreviewReport.Stored?
  private var inFront = true

  init(_ model: SettingsModel, _ view: SourceView) {
    self.model = model
    self.view = view
    view.onEdit = { [weak self] form, isWhole in self?.edited(form, isWhole: isWhole) }
    view.onDone = { [weak self] in self?.done() }
    view.onTry = { [weak self] in self?.tryIt() }
    view.onCancel = { [weak self] in self?.cancel() }
    view.onForget = { [weak self] in self?.save(forgetting: true) }
    view.onKeep = { [weak self] in self?.save() }
    view.onFeed = { [weak self] in self?.take(feed: $0) }
  }

  func show(_ truth: SettingsModel.Truth) {
    self.truth = truth
    let spec = truth.configuration.settings.callbacks?.fetchContent
    let before = draft.current
    if draft.arrived(SourceForm(spec, after: before)), before.address != draft.current.address {
      trial.drop()
    }
    if !draft.isEdited { shelf.arrived(draft.current) }
    draw()
  }

  func show(stored: PreviewReport.Stored?) {
    self.stored = stored
    draw()
  }

  /// Whether the page is seen.
  ///
  /// When it is left, what is complete is tried all the same, and an address that was never completed is
  /// dropped.
  func setInFront(_ inFront: Bool) {
    self.inFront = inFront
    guard !inFront else { return }
    done()
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
    if isWhole { done() } else { draw() }
  }

  /// Something is complete: saves it if it needs no trial, or else tries it.
  private func done() {
    settle()
    let form = draft.current
    var withoutTimeout = form
    withoutTimeout.timeout = draft.saved.timeout
    if form.kind == .pack || draft.saved.isSameSource(as: withoutTimeout) {
      save()
    } else if !form.address.trimmingSpaces.isEmpty, draft.wantsSaving, !trial.covers(form) {
      tryIt()
    } else {
      draw()
    }
  }

  /// Completes the address, and leaves pointers with the address that they belong to.
  private func settle() {
    var form = draft.current
    guard form.kind == .address else { return }
    form.address = TypedAddress.completed(form.address)
    shelf.settle(&form)
    if form != draft.current {
      trial.changed(from: draft.current, to: form)
      draft.edit(form)
    }
  }

  /// Tries a feed that the page at the address has named.
  private func take(feed url: String) {
    var form = draft.current
    form.address = url
    edited(form, isWhole: true)
  }

  /// Secrets that would be deleted with the address, as long as that is not saved.
  private var forgets: [String] {
    let replaced = draft.saving ?? draft.saved
    guard draft.current.kind == .pack, replaced.kind == .address else { return [] }
    return replaced.headers.filter { $0.isSecret && $0.isComplete }.map(\.name)
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
    model.link.ask(.change(Patch(patch))) { [weak self, late] answer in
      guard let self else { return late.saved(answer) }
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
    let spec = truth.configuration.settings.callbacks?.fetchContent
    view.show(
      SourceModel(
        form: form, problems: shown,
        trial: TrialModel(
          trial.stage, form, stored: isSaved ? stored : nil,
          instead: draft.saved.isSameSource(as: form) ? nil : name(of: spec, besides: form),
          clock: clock, words: model.words),
        note: shelf.note.map { model.words.note($0) },
        headline: PointerModel(.headline, in: form, trial.stage),
        summary: PointerModel(.summary, in: form, trial.stage),
        linkPointer: PointerModel(.link, in: form, trial.stage),
        wantsPointers: PointerModel.areWanted(form, trial.stage),
        hasResult: trial.hasResult,
        keyring: truth.state.keyring, forgets: forgets))
  }
}

extension SourceEditor {
  /// The source that the hours use, by its whole address if `form` is from the same host.
  private func name(of spec: FetchSpec?, besides form: SourceForm) -> String {
    guard let spec, SourceForm.host(of: spec.url) == form.host else {
      return model.words.source(spec)
    }
    return spec.url
  }

  /// Takes over if the window is closed before an answer comes.
  private var late: LateSave { LateSave(link: model.link, complain: model.onLateRefusal) }

  private func tryIt() {
    settle()
    let form = draft.current
    let (document, patch): (JSONValue, JSONValue?)
    do throws(SourceProblem) {
      document = try form.document(model.words)
      patch = try form.patch(over: truth?.configuration.settings.callbacks, model.words)
    } catch {
      take(error)
      return draw()
    }
    guard problems.isEmpty else { return draw() }
    let number = trial.begin(form, at: model.link.now())
    draw()
    model.link.ask(.tryFetch(Document(document), showsFile: true)) { [weak self, late] answer in
      guard let self else { return late.tried(answer, thenSave: patch) }
      tried(number, answer)
    }
  }

  private func tried(_ number: Int, _ answer: Answer) {
    do throws(Refusal) {
      guard let report = try answer.document().value(as: TrialReport.self) else { return }
      guard trial.end(number, report, at: model.link.now()) else { return }
      if report.ok { return save() }
      if !inFront { tell() }
    } catch {
      guard trial.isAsking(number) else { return }
      trial.refused()
      take(SourceProblem(error, words: model.words))
    }
    draw()
  }

  /// Says elsewhere in the window that a source failed that was entered before the page was left.
  private func tell() {
    model.onToast(
      .init(
        text: model.words.say("The new source does not work and was not saved."),
        button: (
          model.words.say("Show"), { [weak self] in self?.model.onGo(.content, nil) }
        )))
  }

  private func cancel() {
    guard trial.isAsking else { return }
    trial.drop()
    draw()
  }
}

extension Words {
  /// What became of the pointers when the address changed.
  fileprivate func note(_ note: PointerShelf.Note) -> String {
    switch note {
    case .putAside(let address):
      say(
        "The paths that you chose for {address} were put aside. They come back with that address.",
        ["address": address])
    case .broughtBack: say("The paths that you chose for this address are back.")
    }
  }
}
