import CGtk
import CarillonEngine
import CarillonGLib

/// The title bar: one header bar above the sidebar, one above the page.
///
/// When folded, only one is shown: the list's, or the page's with a back button.
final class TitleBar {
  let widget: Widget
  /// As wide as the sidebar.
  let left: Widget = gtk_header_bar_new()

  private let right: Widget = gtk_header_bar_new()
  private let separator: Widget = gtk_separator_new(GTK_ORIENTATION_VERTICAL)
  private let back: Widget
  private let leftMenu: MenuButton
  private let rightMenu: MenuButton
  private var parts: [PageName: [Widget]] = [:]
  private var subscriptions: [Subscription] = []

  init(words: Words, back goBack: @escaping () -> Void, menu: @escaping (TrayAction) -> Void) {
    back = Build.iconButton("go-previous-symbolic", named: words.say("Back"))
    leftMenu = MenuButton(icon: "open-menu-symbolic", named: words.say("Menu"), chosen: menu)
    rightMenu = MenuButton(icon: "open-menu-symbolic", named: words.say("Menu"), chosen: menu)
    widget = Build.row([left, separator, right], spacing: 0)
    gtk_widget_set_hexpand(right, 1)
    Build.add(["sidebar"], to: separator)
    gtk_header_bar_set_title(left.of(GtkHeaderBar.self), words.say("Carillon"))
    gtk_header_bar_set_show_close_button(right.of(GtkHeaderBar.self), 1)
    // A subtitle that comes and goes would change the bar's height.
    for bar in [left, right] { gtk_header_bar_set_has_subtitle(bar.of(GtkHeaderBar.self), 0) }
    gtk_header_bar_pack_start(right.of(GtkHeaderBar.self), back)
    gtk_header_bar_pack_end(left.of(GtkHeaderBar.self), leftMenu.widget)
    gtk_header_bar_pack_end(right.of(GtkHeaderBar.self), rightMenu.widget)
    gtk_widget_show_all(widget)
    subscriptions = [back.on("clicked") { goBack() }]
    fold(.unfolded, canGoBack: false)
  }

  /// Adds a page's widgets for the bar, which are shown while it is in front.
  func add(_ page: any WindowPage, named name: PageName) {
    let bar = right.of(GtkHeaderBar.self)
    let groups = [
      (page.headerStart, gtk_header_bar_pack_start), (page.headerEnd, gtk_header_bar_pack_end),
    ]
    parts[name] = groups.compactMap { widgets, pack in
      guard !widgets.isEmpty else { return nil }
      let box = Build.row(widgets, spacing: 6)
      pack(bar, box)
      gtk_widget_show_all(box)
      return box
    }
  }

  func show(_ name: PageName, title: String) {
    gtk_header_bar_set_title(right.of(GtkHeaderBar.self), title)
    for (page, widgets) in parts {
      for widget in widgets { gtk_widget_set_visible(widget, page == name ? 1 : 0) }
    }
  }

  func show(_ entries: [TrayEntry]) {
    leftMenu.show(entries)
    rightMenu.show(entries)
  }

  func openMenu() {
    (gtk_widget_get_mapped(rightMenu.widget) != 0 ? rightMenu : leftMenu).open()
  }

  func fold(_ folding: Folding, canGoBack: Bool) {
    let list = folding != .page
    let page = folding != .list
    gtk_widget_set_visible(left, list ? 1 : 0)
    gtk_widget_set_visible(right, page ? 1 : 0)
    gtk_widget_set_visible(separator, folding == .unfolded ? 1 : 0)
    gtk_widget_set_hexpand(left, folding == .list ? 1 : 0)
    gtk_header_bar_set_show_close_button(
      left.of(GtkHeaderBar.self), folding == .list ? 1 : 0)
    gtk_widget_set_visible(leftMenu.widget, folding == .list ? 1 : 0)
    // A narrow bar has no room for the menu, which is on the list's bar then.
    gtk_widget_set_visible(rightMenu.widget, folding == .unfolded ? 1 : 0)
    gtk_widget_set_visible(back, folding == .page || canGoBack ? 1 : 0)
  }
}

/// The layout of a window, depending on its width.
enum Folding {
  /// List and page side by side.
  case unfolded
  /// Only one of them.
  case list, page
}
