import CGtk
import CarillonEngine
import CarillonGLib

/// The notification in the window's frame, below the title bar on every page. (D3)
final class BannerArea {
  let widget: Widget
  private let section: Section<BannerModel?>
  private let main: Main

  /// The button that opens it, of the widgets shown now.
  private final class Main {
    var button: Widget?
  }

  /// `respond` receives a button of the notification, or `open`, or `dismiss`.
  init(words: Words, respond: @escaping (_ requestID: String, _ action: String) -> Void) {
    let main = Main()
    self.main = main
    section = Section { model, section in
      guard let model else { return [] }
      let (row, button) = BannerArea.row(model, section, words, respond)
      main.button = button
      return [row]
    }
    widget = section.widget
    gtk_widget_set_no_show_all(widget, 1)
    gtk_widget_hide(widget)
  }

  func show(_ model: BannerModel?) {
    let hadFocus =
      gtk_widget_get_visible(widget) != 0
      && gtk_container_get_focus_child(widget.of(GtkContainer.self)) != nil
    section.show(model)
    // The next one takes the place of the one that was answered, also for the keyboard.
    guard hadFocus, model != nil, let button = main.button else { return }
    gtk_widget_grab_focus(button)
  }

  private static func row(
    _ model: BannerModel, _ section: Section<BannerModel?>, _ words: Words,
    _ respond: @escaping (String, String) -> Void
  ) -> (row: Widget, open: Widget) {
    let banner = model.banner
    let open: Widget = gtk_button_new()
    var lines = [Build.label(banner.title, "heading")]
    if !banner.body.isEmpty { lines.append(Build.label(banner.body)) }
    let icon = Build.icon(
      banner.urgent ? "dialog-warning-symbolic" : "preferences-system-notifications-symbolic")
    gtk_widget_set_valign(icon, GTK_ALIGN_START)
    Build.append(Build.row([icon, Build.column(lines, spacing: 2)]), to: open)
    Build.add(["flat", "opens"], to: open)
    Build.call(open, words.say("Open “{title}”", ["title": banner.title]))
    gtk_widget_set_hexpand(open, 1)
    section.on(open) { respond(banner.requestId, "open") }
    let close = Build.iconButton("window-close-symbolic", named: words.say("Dismiss"))
    Build.add(["flat"], to: close)
    gtk_widget_set_valign(close, GTK_ALIGN_START)
    section.on(close) { respond(banner.requestId, "dismiss") }
    var head = [open]
    if !model.count.isEmpty {
      let count = Build.label(model.count, "second", expands: false)
      gtk_widget_set_valign(count, GTK_ALIGN_START)
      gtk_widget_set_margin_top(count, 9)
      head.append(count)
    }
    head.append(close)
    var parts = [Build.row(head, spacing: 6)]
    if !banner.buttons.isEmpty {
      let box: Widget = gtk_flow_box_new()
      gtk_flow_box_set_selection_mode(box.of(GtkFlowBox.self), GTK_SELECTION_NONE)
      gtk_flow_box_set_max_children_per_line(box.of(GtkFlowBox.self), 3)
      // Aligned to its start, it takes as little width as it may: two short ones fit beside each other, also in
      // the narrowest window, unless the text is large.
      let letters = banner.buttons.prefix(2).reduce(0) { $0 + $1.label.count }
      if letters <= 26, TextScale.scaled(10) <= 12 {
        gtk_flow_box_set_min_children_per_line(box.of(GtkFlowBox.self), 2)
      }
      // Each as wide as its label.
      gtk_widget_set_halign(box, GTK_ALIGN_START)
      // Below the text, which stands beside the icon.
      gtk_widget_set_margin_start(box, TextScale.scaled(16) + 12)
      for pressed in banner.buttons {
        let button = Build.button(pressed.label)
        section.on(button) { respond(banner.requestId, pressed.id) }
        Build.append(button, to: box)
        if let cell = gtk_widget_get_parent(button) { gtk_widget_set_can_focus(cell, 0) }
      }
      parts.append(box)
    }
    let row = Build.column(parts, spacing: 6, "banner")
    Build.add([banner.urgent ? "warning" : "calm", "in-window"], to: row)
    if let accessible = gtk_widget_get_accessible(row) {
      // Screen readers announce it when it appears.
      atk_object_set_role(accessible, banner.urgent ? ATK_ROLE_ALERT : ATK_ROLE_NOTIFICATION)
      atk_object_set_name(accessible, model.spoken)
    }
    return (row, open)
  }
}
