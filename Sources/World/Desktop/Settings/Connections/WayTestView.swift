import CGtk
import CarillonEngine
import CarillonGLib

/// The button that sends a test, and below it how far the test has come. (C7)
final class WayTestView {
  let widget: Widget
  private let button: Widget
  private let steps: Section<WayTestModel?>
  private var subscription: Subscription?

  init(words: Words, begin: @escaping () -> Void, close: @escaping () -> Void) {
    button = Build.button(words.say("Send a Test to Myself"))
    gtk_widget_set_halign(button, GTK_ALIGN_END)
    gtk_widget_set_hexpand(button, 1)
    steps = Section { model, section in
      guard let model else { return [] }
      let told = Build.column(model.lines.map(WayTestView.row), spacing: 8, "told", "top-line")
      guard model.isOver else { return [told] }
      let done = Build.button(words.say("Done"))
      gtk_widget_set_halign(done, GTK_ALIGN_END)
      section.on(done) { MainLoop.onIdle { close() } }
      return [told, Build.column([done], "end")]
    }
    widget = Build.column([Build.row([button], "subrow"), steps.widget])
    subscription = button.on("clicked", begin)
  }

  /// `isBusy`: one test at a time, of whichever connection.
  func show(_ model: WayTestModel?, isBusy: Bool) {
    steps.show(model)
    gtk_widget_set_sensitive(button, isBusy ? 0 : 1)
  }

  private static func row(_ line: WayTestModel.Line) -> Widget {
    let time = Build.label(line.time, "second", "clock", expands: false)
    gtk_label_set_xalign(time.of(GtkLabel.self), 1)
    gtk_label_set_width_chars(time.of(GtkLabel.self), 8)
    let icon = Build.icon(line.icon, line.style)
    for part in [time, icon] { gtk_widget_set_valign(part, GTK_ALIGN_START) }
    return Build.row([time, icon, Build.lines(line.text, line.detail)])
  }

  func takeFocus() { gtk_widget_grab_focus(button) }
}
