import CGtk
import CarillonEngine
import CarillonGLib

/// Optional parts of the page of hours: banners, due notifications, the explanation.
enum HoursParts {
  typealias Act = (HoursAction) -> Void

  static func banners(
    _ banners: [HoursModel.Banner], _ section: Section<[HoursModel.Banner]>, _ words: Words,
    _ act: @escaping Act
  ) -> [Widget] {
    banners.map { banner in
      let icon = Build.icon(banner.icon)
      gtk_widget_set_valign(icon, GTK_ALIGN_START)
      let text = Build.column(
        [Build.label(banner.title, "heading"), Build.label(banner.detail, "second")], spacing: 2)
      var parts = [icon, text]
      switch banner.remedy {
      case .resume?:
        let button = Build.button(words.say("Resume"))
        section.on(button) { act(.resume) }
        parts.append(button)
      case .whatHelps?:
        let button = Build.button(words.say("Get Help"))
        section.on(button) { act(.whatHelps) }
        parts.append(button)
      case nil: break
      }
      let row = Build.row(parts, "banner")
      Build.add([banner.tone == .warning ? "warning" : "calm"], to: row)
      return row
    }
  }

  static func due(
    _ due: [HoursModel.Due], _ section: Section<[HoursModel.Due]>, _ words: Words,
    _ act: @escaping Act
  ) -> [Widget] {
    guard !due.isEmpty else { return [] }
    return [Build.label(words.say("Due now"), "heading")]
      + due.map { due in
        let popup = popup(due.title, due.body, beside: due.origin)
        let buttons = due.buttons.map { choice in
          let button = Build.button(choice.label, "flat")
          Build.wrap(button)
          gtk_widget_set_hexpand(button, 1)
          section.on(button) { act(.respond(requestID: due.requestID, action: choice.id)) }
          return button
        }
        let rows = stride(from: 0, to: buttons.count, by: 3).map { start in
          let row = Build.row(
            Array(buttons[start..<min(start + 3, buttons.count)]), spacing: 0, "buttons")
          gtk_box_set_homogeneous(row.of(GtkBox.self), 1)
          return row
        }
        let card = Build.column([popup] + rows, "card", "popup")
        if let accessible = gtk_widget_get_accessible(card) {
          atk_object_set_role(accessible, ATK_ROLE_NOTIFICATION)
          atk_object_set_name(accessible, due.title)
        }
        return card
      }
  }

  /// A notification as it looks, without a frame.
  static func popup(_ title: String, _ body: String, beside: String) -> Widget {
    let side = Build.label(beside, "second", expands: false)
    gtk_widget_set_valign(side, GTK_ALIGN_START)
    let text = Build.column([Build.label(title, "heading"), Build.label(body)], spacing: 2)
    let icon = Build.icon("org.carillon.Carillon", size: 40)
    gtk_widget_set_valign(icon, GTK_ALIGN_START)
    return Build.row([icon, text, side], "row")
  }

  /// Explains notifications once, after the first hour was saved. (T22)
  static func explanation(
    _ model: HoursModel.Explanation?, _ section: Section<HoursModel.Explanation?>,
    _ words: Words, _ act: @escaping Act
  ) -> [Widget] {
    guard let model else { return [] }
    let close = Build.iconButton("window-close-symbolic", named: words.say("Got It"))
    Build.add(["flat"], to: close)
    gtk_widget_set_valign(close, GTK_ALIGN_START)
    section.on(close) { act(.explained) }
    let head = Build.row(
      [
        Build.column(
          [
            Build.label(model.heading, "title"),
            Build.label(
              [
                model.use,
                words.say("It will look roughly like this. Your desktop decides where it appears."),
              ].filter { !$0.isEmpty }.joined(separator: " "), "dim"),
          ], spacing: 2), close,
      ], "row")
    let popup = Build.column([popup(model.title, model.body, beside: model.time)], "card", "popup")
    let session: Widget = gtk_switch_new()
    gtk_widget_set_valign(session, GTK_ALIGN_CENTER)
    gtk_switch_set_active(session.of(GtkSwitch.self), model.session.isOn ? 1 : 0)
    gtk_widget_set_sensitive(session, model.session.isFree ? 1 : 0)
    Build.call(session, words.say("Start with your session"))
    section.keep(
      session.on("notify::active") {
        act(.startWithSession(gtk_switch_get_active(session.of(GtkSwitch.self)) != 0))
      })
    let start = Build.row(
      [
        Build.lines(
          words.say("Start with your session"), model.session.detail), session,
      ], "row")
    let settings = Build.button(words.say("Notification Settings…"))
    section.on(settings) { act(.openNotificationSettings) }
    let test = Build.button(words.say("Show a Test"), "suggested-action")
    section.on(test) { act(.sendTest(slotID: model.slotID)) }
    gtk_widget_set_hexpand(test, 1)
    gtk_widget_set_halign(test, GTK_ALIGN_END)
    // In some languages they have no room side by side.
    for button in [settings, test] { Build.wrap(button) }
    return [
      Build.column(
        [head, Build.column([popup], "stage"), start, Build.row([settings, test], "row")], "card")
    ]
  }
}
