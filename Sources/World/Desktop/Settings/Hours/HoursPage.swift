import CarillonEngine
import CarillonSlots
import CarillonGLib

/// The page of hours: what comes next, the list, and due notifications that nothing can show. (T1,
/// T21)
final class HoursPage: WindowPage {
  private let model: SettingsModel
  private let openNotificationSettings: () -> Bool
  private let view: HoursView
  private let addButton: Widget
  private let pause: MenuButton
  private let pauseEnd: PausePopover
  /// Updates the page every minute, or every second of the cooldown.
  private let ticker: Ticker
  private var subscriptions: [Subscription] = []
  private var inFront = false
  private var card = ExplanationCard()

  init(_ model: SettingsModel, notificationSettings: @escaping () -> Bool) {
    self.model = model
    openNotificationSettings = notificationSettings
    let words = model.words
    let reference = Reference()
    view = HoursView(
      words: words,
      preview: { [weak model] slotID, template, then in
        model?.preview(slotID, template, then: then)
      }, act: { reference.page?.act($0) }, add: { reference.page?.addHour() })
    addButton = Build.iconButton("list-add-symbolic", named: words.say("Add Hour"))
    pause = MenuButton(
      icon: "media-playback-pause-symbolic", named: words.say("Pause"),
      chosen: { [weak model] action in
        if action == .choosePauseEnd { reference.page?.choosePauseEnd() }
        if let order = action.order { model?.carryOut(order) }
      })
    pauseEnd = PausePopover(at: pause.widget, model)
    ticker = Ticker(view.page) { reference.page?.refresh() }
    subscriptions = [addButton.on("clicked") { reference.page?.addHour() }]
    reference.page = self
  }

  var widget: Widget { view.page }
  var headerStart: [Widget] { [addButton] }
  var headerEnd: [Widget] { [pause.widget] }

  func show(_ truth: SettingsModel.Truth) {
    let isRead = card.follow(truth, isSeen: inFront)
    let hours = HoursModel(
      truth, saved: card.saved, explains: card.isShown,
      firstWeekday: model.words.region.firstWeekday,
      words: model.words)
    view.show(
      hours,
      HourEditor.Context(
        slots: truth.configuration.slots, settings: truth.configuration.settings,
        firstWeekday: model.words.region.firstWeekday, ringNowIn: hours.ringNowIn))
    let tray = TrayModel(truth.state, now: truth.now, zone: truth.zone, words: model.words)
    pause.show(tray.pauseEntries(model.words), isOn: truth.state.pause != nil)
    ticker.holds(for: inFront ? hours.holds : nil)
    // Last, because the answer shows the page again.
    if isRead { model.carryOut(.explained) }
  }

  func setInFront(_ inFront: Bool) {
    self.inFront = inFront
    if inFront {
      model.draft = nil
      refresh()
    } else {
      view.list.flush()
      ticker.holds(for: nil)
    }
  }

  func reveal(_ id: String) {
    if let id = SlotID(id) { view.list.open(id) }
  }

  func dismiss() -> Bool { view.list.dismiss() }

  /// Opens the calendar for the end of a pause.
  func choosePauseEnd() {
    // The menu must be closed first, and the button be shown.
    MainLoop.onIdle { [weak self] in self?.pauseEnd.open() }
  }

  /// Starts adding an hour, at a free time.
  func add() -> Bool {
    addHour()
    return true
  }

  private func addHour() {
    guard let truth = model.truth else { return }
    let now = truth.zone.wallClock(at: model.link.now()).time
    guard let time = TakenMinutes(truth.configuration.slots).proposal(after: now) else {
      return model.onToast(
        .init(
          text: model.words.say(
            "Every minute of the day is already taken.")))
    }
    view.beginNew(at: time)
  }

  private final class Reference {
    weak var page: HoursPage?
  }

  /// Shows the same state at a later time.
  ///
  /// What is due may count minutes, so that is read anew. (J21)
  private func refresh() {
    guard let truth = model.truthNow else { return }
    if truth.state.waiting.isEmpty, truth.state.banners.isEmpty {
      show(truth)
    } else {
      model.refresh()
    }
  }
}

extension HoursPage {
  private func act(_ action: HoursAction) {
    switch action {
    case .change(let id, let change): self.change(id, change)
    case .add(let slot): add(slot)
    case .remove(let id): remove(id)
    case .skip(let id): skip(id)
    case .whatHelps: model.onGo(.status, nil)
    case .week:
      model.draft = view.list.new?.draft
      model.onGo(.week, nil)
    case .startWithSession(let on): model.set(["autostart": .bool(on)])
    case .openNotificationSettings:
      if !openNotificationSettings() { model.onToast(.init(text: model.words.whereToLook)) }
    case .lastDay:
      model.onToast(
        .init(
          text: model.words.say("An hour needs at least one day. Use its switch to turn it off.")))
    case .endedNew: view.showOrEmpty()
    case .explained:
      card.close()
      model.carryOut(.explained)
      refresh()
    case .fetchNow:
      view.set(action, busy: true)
      model.fetchNow { [weak self] in self?.view.set(action, busy: false) }
    case .ringNow(let id):
      view.set(action, busy: true)
      model.ringNow(id) { [weak self] in self?.view.set(action, busy: false) }
    default:
      guard let order = action.order else { return }
      view.set(action, busy: true)
      model.carryOut(order) { [weak self] _ in self?.view.set(action, busy: false) }
    }
  }

  private func change(_ id: SlotID, _ change: SlotChange) {
    switch change {
    case .time(let time): card.saved(SlotID(time))
    case .enabled(true): card.saved(id)
    default: break
    }
    model.setSlots(stays: model.words.clock(id.time)) { change.apply(to: &$0, of: id) }
  }

  private func add(_ slot: Slot) {
    card.saved(slot.id)
    model.setSlots(
      then: { [weak self] isSaved in
        guard isSaved, let self else { return }
        view.list.endNew()
        model.refresh()
        view.list.takeFocus(near: slot.id)
      }
    ) { slots in
      // If another process has added this hour meanwhile, both are kept and refused as duplicates.
      slots.append(slot)
    }
  }

  /// Undo restores the hour as it was, including a skip.
  private func remove(_ id: SlotID) {
    let words = model.words
    guard let slot = model.truth?.configuration.slots.first(where: { $0.id == id }) else { return }
    let wasSkipped = model.truth?.state.skipped.contains { $0.slotId == id.description } == true
    let values = ["time": words.clock(id.time), "name": slot.label]
    var text =
      slot.label.isEmpty
      ? words.say("{time} removed", values) : words.say("{time} “{name}” removed", values)
    // Unused secrets are deleted from the keyring. (T27)
    if slot.fetch?.secrets.isEmpty == false {
      text = words.say("{removed}, along with its source’s secrets", ["removed": text])
    }
    model.setSlots(
      stays: model.words.clock(id.time),
      then: { [weak self] isSaved in
        guard isSaved, let self else { return }
        model.refresh()
        view.list.takeFocus(near: id)
        model.onToast(
          .init(
            text: text,
            button: (
              words.say("Undo"),
              { [weak self] in self?.putBack(slot, skipped: wasSkipped) }
            )))
      }
    ) { $0.removeAll { $0.id == id } }
  }

  private func putBack(_ slot: Slot, skipped: Bool) {
    model.setSlots(
      then: { [weak self] isSaved in
        guard isSaved, let self else { return }
        if skipped { model.carryOut(.skipNext(slotID: slot.id.description)) }
        model.refresh()
        view.list.takeFocus(near: slot.id)
      }
    ) { slots in
      if !slots.contains(where: { $0.id == slot.id }) { slots.append(slot) }
    }
  }

  private func skip(_ id: SlotID) {
    let words = model.words
    model.carryOut(.skipNext(slotID: id.description)) { [weak self] document in
      guard document != nil, let self else { return }
      model.onToast(
        .init(
          text: words.say("{time} will be skipped once", ["time": words.clock(id.time)]),
          button: (
            words.say("Undo"),
            { [weak self] in self?.model.carryOut(.unskip(slotID: id.description)) }
          )))
    }
  }
}
