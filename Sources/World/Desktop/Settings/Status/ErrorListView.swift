import CGtk
import CarillonEngine
import CarillonGLib

/// The row of the last errors, which opens to list them.
final class ErrorListView {
  let widget: Widget
  private let head: Widget = gtk_toggle_button_new()
  private let content: Section<ErrorList>
  private let list: Section<[ErrorList.Row]>
  private let arrow = Build.icon("pan-down-symbolic", "dim")
  private var subscription: Subscription?

  init() {
    content = Section { model, _ in
      let icon =
        model.isFine
        ? Build.icon("object-select-symbolic", "ok")
        : Build.icon("dialog-information-symbolic", "accent")
      return [Build.row([icon, Build.lines(model.title, model.detail)])]
    }
    list = Section(spacing: 6, "end") { rows, _ in
      rows.map { row in
        Build.column([Build.label(row.text), Build.label(row.time, "second", "clock")], spacing: 2)
      }
    }
    let row = Build.row([content.widget, arrow])
    gtk_widget_set_hexpand(content.widget, 1)
    Build.append(row, to: head)
    Build.add(["row", "flat"], to: head)
    widget = Build.column([head, list.widget], "past")
    subscription = head.on("toggled") { [weak self] in self?.toggled() }
  }

  isolated deinit {
    subscription = nil
  }

  func show(_ model: ErrorList) {
    content.show(model)
    list.show(model.rows)
    Build.call(head, [model.title, model.detail].filter { !$0.isEmpty }.joined(separator: ". "))
    gtk_widget_set_visible(arrow, model.rows.isEmpty ? 0 : 1)
    gtk_widget_set_sensitive(head, model.rows.isEmpty ? 0 : 1)
    toggled()
  }

  private func toggled() {
    let isOpen = gtk_toggle_button_get_active(head.of(GtkToggleButton.self)) != 0
    gtk_image_set_from_icon_name(
      arrow.of(GtkImage.self), isOpen ? "pan-up-symbolic" : "pan-down-symbolic",
      GTK_ICON_SIZE_BUTTON)
    let isEmpty = gtk_widget_get_sensitive(head) == 0
    gtk_widget_set_visible(list.widget, isOpen && !isEmpty ? 1 : 0)
  }
}
