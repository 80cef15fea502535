import CGtk
import CarillonEngine
import CarillonGLib

/// The window that lists the keyboard shortcuts.
enum ShortcutsWindow {
  static func show(over window: Widget, words: Words) {
    let builder: UnsafeMutablePointer<GtkBuilder> = gtk_builder_new()
    defer { g_object_unref(builder) }
    // Parsing cannot fail, because the texts are escaped and the rest is constant.
    let text = description(words)
    gtk_builder_add_from_string(builder, text, gsize(text.utf8.count), nil)
    guard let object = gtk_builder_get_object(builder, "shortcuts") else { return }
    let shortcuts = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWindow.self)
    gtk_window_set_transient_for(shortcuts, window.of(GtkWindow.self))
    gtk_window_set_destroy_with_parent(shortcuts, 1)
    gtk_widget_show_all(shortcuts.of(GtkWidget.self))
  }

  private static func description(_ words: Words) -> String {
    let isMirrored = gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL
    let groups: [(String, [(keys: String, text: String)])] = [
      (
        words.say("Pages"),
        Sidebar.pages.enumerated().map {
          ("<Primary>\($0.offset + 1)", words.title(of: $0.element))
        } + [(isMirrored ? "<Alt>Right" : "<Alt>Left", words.say("Back"))]
      ),
      (
        words.say("Lists"),
        [
          ("<Primary>N", words.say("Add an hour or a journey")),
          ("<Primary>F", words.say("Search the history")),
          ("Escape", words.say("Close the open search or editor")),
        ]
      ),
      (
        words.say("Window"),
        [
          ("F10", words.say("Open the menu")),
          ("F1", words.say("Open the manual")),
          ("<Primary>question", words.say("Keyboard shortcuts")),
          ("<Primary>W", words.say("Close the window")),
          ("<Primary>Q", words.say("Quit Carillon")),
        ]
      ),
    ]
    let body = groups.map { title, shortcuts in
      element(
        "GtkShortcutsGroup", ["title": title],
        shortcuts.map {
          element("GtkShortcutsShortcut", ["accelerator": $0.keys, "title": $0.text], [])
        })
    }
    let section = element("GtkShortcutsSection", ["section-name": "all", "max-height": "10"], body)
    return """
      <interface><object class="GtkShortcutsWindow" id="shortcuts">
      <property name="modal">1</property><child>\(section)</child></object></interface>
      """
  }

  private static func element(
    _ type: String, _ properties: [String: String], _ children: [String]
  ) -> String {
    let lines = properties.sorted { $0.key < $1.key }.map { name, value in
      "<property name=\"\(name)\">\(Build.escaped(value))</property>"
    }
    let inside = children.map { "<child>\($0)</child>" }
    return "<object class=\"\(type)\"><property name=\"visible\">1</property>"
      + lines.joined() + inside.joined() + "</object>"
  }
}
