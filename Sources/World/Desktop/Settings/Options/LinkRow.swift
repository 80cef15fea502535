import CGtk
import CarillonGLib

/// A row that leads to another page.
final class LinkRow {
  let widget: Widget = gtk_button_new()
  private var subscription: Subscription?

  init(_ title: String, detail: String, act: @escaping () -> Void) {
    let arrow = Build.icon("go-next-symbolic")
    Build.append(Build.row([Build.lines(title, detail), arrow]), to: widget)
    Build.add(["row"], to: widget)
    Build.call(widget, title)
    subscription = widget.on("clicked", act)
  }
}
