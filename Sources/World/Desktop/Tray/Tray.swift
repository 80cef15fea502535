package import CarillonEngine
package import CarillonGLib
import CarillonSlots

/// The icon in the panel and its menu. (T20)
package final class Tray {
  /// The menu's actions other than questions.
  package struct Exits {
    let open: (Page) -> Void
    /// Tells the user why something was refused.
    let refused: (String) -> Void
    /// Tells the user what came of it, without opening a window.
    let told: (_ title: String, _ sentence: String) -> Void
    let quit: () -> Void

    package init(
      open: @escaping (Page) -> Void, refused: @escaping (String) -> Void,
      told: @escaping (_ title: String, _ sentence: String) -> Void, quit: @escaping () -> Void
    ) {
      self.open = open
      self.refused = refused
      self.told = told
      self.quit = quit
    }
  }

  private let link: AppLink
  private let exits: Exits
  private var menu: TrayMenu?
  private var indicator: Indicator?
  private var report: StateReport?
  private var asking = false

  /// Shows the icon at once, and the full menu as soon as the state is known.
  package init(on bus: Bus, _ link: AppLink, exits: Exits, iconThemePath: String? = nil) {
    self.link = link
    self.exits = exits
    let menu = TrayMenu { [weak self] action in self?.carryOut(action) }
    self.menu = menu
    // Some panels treat an empty menu as no menu.
    menu.show([
      TrayEntry("quit", link.words.say("Quit"), .action(.quit))
    ])
    let indicator = Indicator(
      on: bus, title: link.words.say("Carillon"), iconThemePath: iconThemePath, menu: menu.menu)
    indicator.onOpening { [weak self] in self?.refresh() }
    self.indicator = indicator
  }

  /// Updates the icon; implements `Shell.changed`, asking at most once per turn of the loop.
  package func changed(_ topic: Topic) {
    guard topic == .state, !asking else { return }
    asking = true
    MainLoop.soon { [weak self] in
      guard let self else { return }
      asking = false
      link.daily.getState { [weak self] result in
        guard let self, case .success(let report) = result else { return }
        self.report = report
        refresh()
      }
    }
  }

  /// Updates menu and icon from the last state, because their texts depend on the date.
  private func refresh() {
    guard let report else { return }
    let model = TrayModel(
      report, now: link.now(), zone: link.zone(of: report), words: link.words)
    menu?.show(model.entries)
    indicator?.show(model.icon)
  }

  private func carryOut(_ action: TrayAction) {
    switch action {
    case .showHours: exits.open(.settings("hours"))
    case .showHistory: exits.open(.history(nil))
    case .showStatus: exits.open(.settings("status"))
    case .showThread(let tag, let kind): exits.open(.thread(LinkTarget(tag: tag, kind: kind)))
    case .quit: exits.quit()
    case .ringNow:
      link.daily.deliverStoredNow(nil) { [weak self] result in
        if case .failure(let refusal) = result { self?.complain(refusal.message) }
      }
    case .fetchNow:
      link.daily.runFullPipelineNow { [weak self] result in
        guard let self else { return }
        // Nothing else would show it.
        exits.told(
          link.words.say("Fetch Now"), TrayAction.outcome(ofFetching: result, words: link.words))
      }
    default:
      guard let order = action.order else { return }
      link.ask(order) { [weak self] answer in
        guard let self, case .refused(let refusal) = answer else { return }
        complain(action.complaint(refusal, words: link.words))
      }
    }
  }

  private func complain(_ sentence: String) {
    // Resets check marks after a choice that was refused.
    refresh()
    exits.refused(sentence)
  }
}
