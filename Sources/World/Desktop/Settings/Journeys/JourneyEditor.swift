import CGtk
import CarillonEngine
import CarillonGLib
import CarillonJourneys

/// The editor of a journey, for changing it in place or for adding a new one. (J29)
///
/// Everything holds at once, except what cannot be saved: that stays as typed, and says why.
final class JourneyEditor: RowEditor {
  /// Other information that an editor needs.
  struct Context {
    let settings: Settings
    /// The sounds offered.
    let sounds: [String]
  }

  enum Action {
    case change(JourneyChange)
    case add(Journey)
    case remove, close, lastDay
    case play(_ sound: String)
    /// Something was shown that may be out of sight.
    case opened(_ widget: Widget)
  }

  let widget: Widget
  private let words: Words
  private let act: (Action) -> Void
  private let isNew: Bool
  private var journey: Journey
  private var context: Context
  private var form: JourneyForm
  /// Whether the user has chosen another timing that could not be saved yet.
  private var hasChosen = false

  private let destination: EditedEntry
  private let destinationProblem: ProblemLabel
  private let power: SwitchControl
  private let mark = ToneMark(.bus, .violet)
  private let sentence = Build.label("", "heading")
  private let route: EditedEntry
  private let stop: EditedEntry
  private let daysLabel = Build.label("", "second")
  private let days: DayButtons
  private let timing: ChoiceControl
  private let time: TimeField
  private let walk: MinutesField
  private let ride: MinutesField
  private let lead: ChoiceControl
  private let threshold: MinutesField
  private let sound: ChoiceControl
  private let play: Widget
  private var rows: [JourneyForm.Field: EditorRow] = [:]
  private var adaptive: [AdaptiveRow] = []
  private var subscriptions: [Subscription] = []

  /// Lets closures refer to the editor before it is complete.
  private final class Reference {
    weak var editor: JourneyEditor?
  }

  init(
    _ journey: Journey, isNew: Bool, _ context: Context, words: Words,
    act: @escaping (Action) -> Void
  ) {
    self.journey = journey
    self.isNew = isNew
    self.context = context
    self.words = words
    self.act = act
    form = JourneyForm(journey, words)
    let reference = Reference()
    let change: (JourneyChange) -> Void = { reference.editor?.change($0) }
    let destinationTitle = words.say("_Destination")
    destination = EditedEntry(
      named: OptionRow.name(destinationTitle), width: 6,
      typed: { reference.editor?.typed(\.destination, $0, .destination) },
      save: { _ in reference.editor?.saveDestination() ?? true })
    destinationProblem = ProblemLabel(destination.widget)
    power = SwitchControl { change(.enabled($0)) }
    let routeTitle = words.say("R_oute")
    route = EditedEntry(
      named: OptionRow.name(routeTitle), placeholder: words.say("Bus 7 (optional)"), width: 18,
      typed: { reference.editor?.typed(\.route, $0, nil) },
      save: {
        change(.route($0))
        return true
      })
    let stopTitle = words.say("Sto_p")
    stop = EditedEntry(
      named: OptionRow.name(stopTitle), placeholder: words.say("Market (optional)"), width: 18,
      typed: { reference.editor?.typed(\.stop, $0, nil) },
      save: {
        change(.stop($0))
        return true
      })
    days = DayButtons(first: words.region.firstWeekday, words: words) { days in
      if days.mask == 0 { act(.lastDay) } else { change(.weekdays(days)) }
      reference.editor.map { $0.days.show($0.journey.weekdays) }
    }
    timing = ChoiceControl { reference.editor?.choose(arrives: $0.value == .bool(true)) }
    let timingTitle = words.say("_Timing")
    Build.call(timing.widget, OptionRow.name(timingTitle))
    time = TimeField(
      words: words, isLarge: false,
      check: { text in
        WallTime(typed: text, in: words.region).map { .free($0) } ?? .unreadable
      },
      problem: { found in reference.editor?.timeTyped(found.flatMap { words.problem($0) }) },
      save: { _ in reference.editor?.saveTiming() ?? true })
    let walkTitle = words.say("_Walk to the stop")
    walk = MinutesField(
      named: OptionRow.name(walkTitle), Journey.walks, words: words,
      typed: { reference.editor?.typed(\.walk, $0, .walk) },
      save: { text in
        reference.editor?.save(.walk) {
          JourneyForm.minutes(text, Journey.walks).map { .walkMinutes($0) }
        } ?? true
      })
    let rideTitle = words.say("R_ide")
    ride = MinutesField(
      named: OptionRow.name(rideTitle), Journey.rides, words: words,
      typed: { reference.editor?.typed(\.ride, $0, .ride) },
      save: { _ in reference.editor?.saveTiming() ?? true })
    lead = ChoiceControl { option in
      if case .integer(let minutes) = option.value {
        change(.leadMinutes(Int(minutes)))
      } else {
        change(.leadMinutes(nil))
      }
    }
    let thresholdTitle = words.say("Small dela_ys up to")
    threshold = MinutesField(
      named: OptionRow.name(thresholdTitle), Journey.thresholds, words: words,
      typed: { reference.editor?.typed(\.threshold, $0, .threshold) },
      save: { text in
        reference.editor?.save(.threshold) {
          JourneyForm.minutes(text, Journey.thresholds).map { .thresholdMinutes($0) }
        } ?? true
      })
    sound = ChoiceControl { change(.sound(JourneySounds.sound($0.value))) }
    play = Build.iconButton("media-playback-start-symbolic", named: words.say("Play"))

    let fold = Build.iconButton("pan-up-symbolic", named: words.say("Done"))
    Build.add(["flat"], to: fold)
    gtk_widget_set_hexpand(destination.widget, 1)
    gtk_entry_set_max_length(destination.widget.of(GtkEntry.self), Int32(Journey.longestName))
    for entry in [route, stop] {
      gtk_entry_set_max_length(entry.widget.of(GtkEntry.self), Int32(Journey.longestName))
      gtk_widget_set_hexpand(entry.widget, 1)
    }
    let head = Build.row([destination.widget] + (isNew ? [] : [power.widget, fold]))
    let label = Build.label("", "second")
    gtk_label_set_text_with_mnemonic(label.of(GtkLabel.self), destinationTitle)
    gtk_label_set_mnemonic_widget(label.of(GtkLabel.self), destination.widget)
    let top = Build.column([label, head, destinationProblem.widget], spacing: 4, "hour-head")
    let leave = Build.row([mark.widget, sentence], spacing: 8, "subrow")
    let onDays = Build.column([Build.label(words.say("Days")), daysLabel], spacing: 2)
    let daysRow = AdaptiveRow([onDays, days.widget], "subrow")
    let routeRow = EditorRow(routeTitle, [route.widget])
    let stopRow = EditorRow(stopTitle, [stop.widget])
    let timeRow = EditorRow(timingTitle, [timing.widget, time.widget], input: time.widget)
    let walkRow = EditorRow(walkTitle, [walk.entry.widget, walk.unit])
    let rideRow = EditorRow(rideTitle, [ride.entry.widget, ride.unit])
    let leadTitle = words.say("Tell me to _leave")
    Build.call(lead.widget, OptionRow.name(leadTitle))
    let leadRow = EditorRow(leadTitle, [lead.widget])
    let thresholdRow = EditorRow(
      thresholdTitle, [threshold.entry.widget, threshold.unit])
    let soundTitle = words.say("_Sound")
    Build.call(sound.widget, OptionRow.name(soundTitle))
    let soundRow = EditorRow(soundTitle, [sound.widget, play])
    let remove = Build.command(words.say("_Remove"), "destructive")
    let cancel = Build.command(words.say("_Cancel"))
    let add = Build.command(words.say("_Add Journey"), "suggested-action")
    let gap: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    gtk_widget_set_hexpand(gap, 1)
    let buttons = AdaptiveRow(
      isNew ? [gap, cancel, add] : [remove], spacing: 6, "subrow")
    let all = [routeRow, stopRow, timeRow, walkRow, rideRow, leadRow, thresholdRow, soundRow]
    widget = Build.column(
      [top, leave, routeRow.widget, stopRow.widget, daysRow.widget]
        + all.dropFirst(2).map(\.widget) + [buttons.widget])
    rows = [.time: timeRow, .walk: walkRow, .ride: rideRow, .threshold: thresholdRow]
    adaptive = all.map(\.row) + [daysRow, buttons]
    subscriptions = [
      fold.on("clicked") { act(.close) }, cancel.on("clicked") { act(.close) },
      remove.on("clicked") { act(.remove) },
      add.on("clicked") { reference.editor?.addNow() },
      play.on("clicked") { reference.editor?.playNow() },
    ]
    for unused in isNew ? [power.widget, fold, remove] : [cancel, add] {
      // Not in any container, so it lives as long as its subscription.
      g_object_ref_sink(unused)
      g_object_unref(unused)
    }
    if isNew {
      // Enter after typing adds the journey.
      subscriptions += [
        destination.widget, route.widget, stop.widget, time.widget, walk.entry.widget,
        ride.entry.widget, threshold.entry.widget,
      ].map { entry in entry.on("activate") { reference.editor?.addNow() } }
    }
    reference.editor = self
    showJourney()
  }
}

// MARK: For the list

extension JourneyEditor {
  /// Shows the current journey, but keeps what is being typed.
  func show(_ row: JourneysModel.Row, _ context: Context) {
    journey = row.journey
    show(context)
  }

  /// Updates the context of a new journey, because settings may change meanwhile.
  func show(_ context: Context) {
    self.context = context
    showJourney()
  }

  func fit(into width: Int32) {
    // Subtracts the padding of a row.
    for row in adaptive { row.fit(into: width - 26) }
  }

  func takeFocus() {
    gtk_widget_grab_focus(destination.widget)
  }

  /// Saves pending input.
  func flush() {
    guard !isNew else { return }
    for entry in entries { entry.flush() }
    time.flush()
  }

  /// Discards pending input.
  func revert() {
    hasChosen = false
    for entry in entries { entry.revert() }
    time.revert()
  }

  private var entries: [EditedEntry] {
    [destination, route, stop, walk.entry, ride.entry, threshold.entry]
  }
}

// MARK: What the user does

extension JourneyEditor {
  private func typed(
    _ part: WritableKeyPath<JourneyForm, String>, _ text: String, _ field: JourneyForm.Field?
  ) {
    form[keyPath: part] = text
    if let field { show(problem: nil, with: field) }
    showSentence()
  }

  private func timeTyped(_ problem: String?) {
    form.time = time.text
    show(problem: problem, with: .time)
    showSentence()
  }

  private func change(_ change: JourneyChange) {
    change.apply(to: &journey)
    if isNew { showJourney() } else { act(.change(change)) }
  }

  private func saveDestination() -> Bool {
    save(.destination) { .destination(form.destination) }
  }

  /// Returns whether it could be saved.
  private func save(_ field: JourneyForm.Field, _ made: () -> JourneyChange?) -> Bool {
    let problem = form.problem(with: field, words)
    show(problem: problem, with: field)
    guard problem == nil, let change = made() else { return false }
    self.change(change)
    return true
  }

  private func choose(arrives: Bool) {
    form.arrives = arrives
    hasChosen = true
    let isSaved = saveTiming()
    showTiming()
    showSentence()
    if !isSaved, form.problem(with: .time, words) == nil {
      gtk_widget_grab_focus(ride.entry.widget)
    }
  }

  /// Time and ride hold together: without a ride nobody knows when to leave to arrive by a time.
  private func saveTiming() -> Bool {
    for field in [JourneyForm.Field.time, .ride] {
      show(problem: form.problem(with: field, words), with: field)
    }
    guard let change = form.timing(words) else { return false }
    hasChosen = false
    self.change(change)
    return true
  }

  private func playNow() {
    guard let value = sound.chosen?.value,
      let name = JourneySounds.played(value, context.settings)
    else { return }
    act(.play(name))
  }

  private func addNow() {
    var first: JourneyForm.Field?
    for field in JourneyForm.Field.allCases {
      let problem = form.problem(with: field, words)
      show(problem: problem, with: field)
      if problem != nil, first == nil { first = field }
    }
    if let first { return takeFocus(at: first) }
    guard let timing = form.timing(words),
      let walk = JourneyForm.minutes(form.walk, Journey.walks),
      let threshold = JourneyForm.minutes(form.threshold, Journey.thresholds)
    else { return }
    let changes: [JourneyChange] = [
      .destination(form.destination), .route(form.route), .stop(form.stop), timing,
      .walkMinutes(walk), .thresholdMinutes(threshold),
    ]
    for change in changes { change.apply(to: &journey) }
    act(.add(journey))
  }

  private func takeFocus(at field: JourneyForm.Field) {
    let entry =
      switch field {
      case .destination: destination.widget
      case .time: time.widget
      case .walk: walk.entry.widget
      case .ride: ride.entry.widget
      case .threshold: threshold.entry.widget
      }
    gtk_widget_grab_focus(entry)
  }
}

// MARK: What is shown

extension JourneyEditor {
  private func showJourney() {
    let stored = JourneyForm(journey, words)
    if !isNew { takeOver(stored) }
    // A new one has nothing else to go back to.
    let former = isNew ? form : stored
    destination.show(former.destination)
    route.show(former.route)
    stop.show(former.stop)
    time.show(journey.time)
    walk.entry.show(former.walk)
    ride.entry.show(former.ride)
    threshold.entry.show(former.threshold)
    gtk_label_set_text(
      daysLabel.of(GtkLabel.self),
      words.days(journey.weekdays, first: words.region.firstWeekday))
    days.show(journey.weekdays)
    power.show(journey.enabled)
    Build.call(power.widget, words.journey(to: journey.destination))
    lead.show(leadChoice)
    let choice = JourneySounds.choice(journey.sound, context.sounds, words)
    sound.show(choice)
    let canPlay = JourneySounds.played(choice.current.value, context.settings) != nil
    gtk_widget_set_sensitive(play, canPlay ? 1 : 0)
    rows[.threshold]?.setDetail(
      words.say("They only move the time to leave. Longer ones are told at once."))
    showTiming()
    showSentence()
  }

  /// What is stored now takes the place of all that is not being typed.
  private func takeOver(_ stored: JourneyForm) {
    if !destination.isEdited { form.destination = stored.destination }
    if !route.isEdited { form.route = stored.route }
    if !stop.isEdited { form.stop = stored.stop }
    if !hasChosen { form.arrives = stored.arrives }
    if !time.isEdited { form.time = stored.time }
    if !walk.entry.isEdited { form.walk = stored.walk }
    if !ride.entry.isEdited { form.ride = stored.ride }
    if !threshold.entry.isEdited { form.threshold = stored.threshold }
  }

  private func showTiming() {
    let options = [
      Choice.Option(value: .bool(false), text: words.say("Depart at")),
      Choice.Option(value: .bool(true), text: words.say("Arrive by")),
    ]
    timing.show(Choice(options, current: options[form.arrives ? 1 : 0]))
    Build.call(
      time.widget, form.arrives ? words.say("Time of arrival") : words.say("Time of departure"))
    rows[.ride]?.setDetail(
      form.arrives
        ? words.say("Required with “Arrive by”") : words.say("Optional; says when you arrive"))
  }

  private func showSentence() {
    let text = form.sentence(words)
    let shown = text.isEmpty ? words.say("Carillon cannot tell yet when to leave.") : text
    gtk_label_set_text(sentence.of(GtkLabel.self), shown)
    Build.describe(time.widget, shown)
  }

  private func show(problem: String?, with field: JourneyForm.Field) {
    if field == .destination {
      destinationProblem.show(problem)
    } else {
      rows[field]?.show(problem: problem)
    }
    if problem != nil, let row = rows[field] { act(.opened(row.widget)) }
  }

  private var leadChoice: Choice {
    let own = (Trips.lead.row?.choices(words) ?? []).map {
      Choice.Option(value: $0.value, text: $0.text)
    }
    let usual = own.first { $0.value == context.settings.value(of: Trips.lead) }?.text ?? ""
    let options =
      [
        Choice.Option(
          value: .null, text: words.say("As for all journeys ({usual})", ["usual": usual]))
      ] + own
    let current = options.first {
      $0.value == journey.leadMinutes.map { .integer(Int64($0)) } ?? .null
    }
    return Choice(options, current: current ?? options[0])
  }
}

extension Words {
  /// The name of the switch of a journey.
  func journey(to destination: String) -> String {
    say("Journey to {destination}", ["destination": destination])
  }
}
