import CarillonEngine
import CarillonGLib
import CarillonJourneys
import CarillonSlots

/// The page of journeys: when to leave for each, and an editor in place. (J29)
///
/// It is read anew whenever something has changed, while it is in front.
final class JourneysPage: WindowPage {
  private let model: SettingsModel
  private let sounds: Sounds
  private let openNotificationSettings: () -> Bool
  private var card = ExplanationCard()
  private let view: JourneysView
  private let addButton: Widget
  private lazy var ticker = Ticker(view.page) { [weak self] in self?.goOn() }
  private var subscription: Subscription?
  private var offered: [String] = []
  private var inFront = false
  private var reading: Source?
  private var context: JourneyEditor.Context?

  private final class Reference {
    weak var page: JourneysPage?
  }

  init(
    _ model: SettingsModel, sounds: Sounds, notificationSettings: @escaping () -> Bool
  ) {
    self.model = model
    openNotificationSettings = notificationSettings
    self.sounds = sounds
    let words = model.words
    let reference = Reference()
    view = JourneysView(
      words: words, act: { reference.page?.act($0) },
      respond: { reference.page?.respond($0) }, add: { _ = reference.page?.add() })
    addButton = Build.iconButton("list-add-symbolic", named: words.say("Add Journey"))
    subscription = addButton.on("clicked") { _ = reference.page?.add() }
    reference.page = self
  }

  var widget: Widget { view.page }
  var headerStart: [Widget] { [addButton] }

  func show(_ truth: SettingsModel.Truth) { readSoon() }

  func subjectsChanged() { readSoon() }

  func setInFront(_ inFront: Bool) {
    self.inFront = inFront
    if inFront {
      // A sound theme may have been installed meanwhile.
      offered = sounds.offered
      read()
    } else {
      view.list.flush()
      ticker.holds(for: nil)
    }
  }

  func reveal(_ id: String) { view.list.open(id) }

  func dismiss() -> Bool { view.list.dismiss() }

  func add() -> Bool {
    guard let truth = model.truthNow, let context else { return false }
    view.beginNew(JourneysPage.proposal(at: truth.now, in: truth.zone), context)
    return true
  }

  /// A journey from the next full hour on.
  ///
  /// An occurrence is told once, also if its journey was removed and another one got its id: so the id is new.
  /// (T16)
  static func proposal(at now: Instant, in zone: any ZoneRules) -> Journey {
    let hour = zone.wallClock(at: now).time.hour
    let id = "j" + String(now.milliseconds / 1000, radix: 36)
    return Journey(id, .departAt(WallTime(ofDay: (hour + 1) * 60)))
  }

  /// Reads the list once, however much has changed.
  private func readSoon() {
    guard inFront, reading?.isPending != true else { return }
    reading = MainLoop.onIdle { [weak self] in self?.read() }
  }

  /// Time has passed: what is due counts minutes, so that is read anew. (J21)
  private func goOn() {
    if model.truthNow?.state.waiting.isEmpty == false { model.refresh() } else { read() }
  }

  private func read() {
    guard inFront, let truth = model.truthNow else { return }
    do throws(Refusal) {
      let journeys = try model.journeys()
      let report = try model.link.read(.plan(of: Journeys.source))
      let isRead = card.follow(truth, isSeen: inFront)
      let page = JourneysModel(
        journeys, report, truth, explains: card.isShown, words: model.words)
      let context = JourneyEditor.Context(
        settings: truth.configuration.settings, sounds: offered)
      self.context = context
      view.show(page, context)
      ticker.holds(for: page.holds)
      // Last, because the answer shows the page again.
      if isRead { model.carryOut(.explained) }
    } catch {
      model.onToast(.init(text: error.message))
    }
  }
}

extension JourneysPage {
  /// To what is due, and to the explanation, which leads to the settings of notifications. (J1, J4)
  private func respond(_ action: HoursAction) {
    switch action {
    case .startWithSession(let on): model.set(["autostart": .bool(on)])
    case .openNotificationSettings:
      if !openNotificationSettings() { model.onToast(.init(text: model.words.whereToLook)) }
    case .explained:
      card.close()
      model.carryOut(.explained)
      readSoon()
    default:
      guard let order = action.order else { return }
      model.carryOut(order) { [weak self] _ in self?.readSoon() }
    }
  }

  private func act(_ action: JourneysAction) {
    switch action {
    case .change(let id, let change): self.change(id, change)
    case .add(let journey): add(journey)
    case .remove(let id): remove(id)
    case .open(let tag): model.carryOut(.openSubject(tag: tag))
    case .play(let sound): play(sound)
    case .lastDay:
      model.onToast(
        .init(
          text: model.words.say(
            "A journey needs at least one day. Use its switch to turn it off.")))
    case .endedNew: view.showOrEmpty()
    }
  }

  private func change(_ id: String, _ change: JourneyChange) {
    model.setJourneys(then: { [weak self] _ in self?.readSoon() }) { change.apply(to: &$0, of: id) }
  }

  private func add(_ journey: Journey) {
    model.setJourneys(
      then: { [weak self] isSaved in
        guard isSaved, let self else { return }
        view.list.endNew()
        read()
        view.list.takeFocus(at: journey.id)
      }
    ) { $0.append(journey) }
  }

  /// Undo restores the journey as it was.
  private func remove(_ id: String) {
    let words = model.words
    var removed: Journey?
    let place = view.list.place(of: id) ?? 0
    model.setJourneys(
      then: { [weak self] isSaved in
        guard isSaved, let self, let removed else { return }
        read()
        view.list.takeFocus(at: id, or: place)
        model.onToast(
          .init(
            text: words.say("“{name}” removed", ["name": removed.destination]),
            button: (words.say("Undo"), { [weak self] in self?.putBack(removed) })))
      }
    ) { journeys in
      removed = journeys.first { $0.id == id } ?? removed
      journeys.removeAll { $0.id == id }
    }
  }

  private func putBack(_ journey: Journey) {
    model.setJourneys(
      then: { [weak self] isSaved in
        guard isSaved, let self else { return }
        read()
        view.list.takeFocus(at: journey.id)
      }
    ) { journeys in
      if !journeys.contains(where: { $0.id == journey.id }) { journeys.append(journey) }
    }
  }

  private func play(_ sound: String) {
    let name = sound == "default" ? Settings.ChannelChoice.usualSound : sound
    sounds.play(name) { [weak self] played in
      guard let self, !played else { return }
      model.onToast(.init(text: model.words.say("No sound output is available.")))
    }
  }
}

extension SettingsModel {
  /// The journeys as they are configured now.
  func journeys() throws(Refusal) -> [Journey] {
    try Journey.all(in: link.read(.configuration))
  }

  /// Changes the current journeys, so that changes from elsewhere are not undone.
  func setJourneys(
    then: @escaping (Bool) -> Void = { _ in }, _ change: @escaping (inout [Journey]) -> Void
  ) {
    setItems(then: then) { model throws(Refusal) in
      var journeys = try model.journeys()
      change(&journeys)
      return Journey.patch(journeys)
    }
  }
}
