import CGtk
import CarillonEngine
import CarillonGLib

/// The result of a trial: one line, and details on demand.
final class TrialView {
  let widget: Widget
  /// The user wants the source although its trial failed.
  var onKeep: () -> Void = {}
  /// The user wants this feed instead.
  var onFeed: (String) -> Void = { _ in }

  private let keep: Widget
  private let feeds: Section<[Sample.Feed]>
  private var subscription: Subscription?
  private let icon = Build.icon("object-select-symbolic")
  private let spinner: Widget = gtk_spinner_new()
  private let title = Build.label("")
  private let detail = Build.label("", "second")
  private let more: Expander
  private let facts: Section<[TrialModel.Fact]>
  private let all: Expander
  private let payload = Build.label("", "payload")
  private var look: TrialModel.Look?

  init(words: Words) {
    let reference = Reference()
    feeds = Section(spacing: 6) { feeds, section in
      feeds.map { feed in
        let use = Build.button(words.say("Use This Feed"))
        Build.call(
          use, words.say("Use the feed {name}", ["name": feed.title ?? feed.url]))
        // Not at once, because the trial that follows removes the button that is being pressed.
        section.on(use) { MainLoop.onIdle { reference.view?.onFeed(feed.url) } }
        let address = feed.title == nil ? "" : feed.url
        return Build.row([Build.lines(feed.title ?? feed.url, address), use])
      }
    }
    keep = Build.button(words.say("Use It Anyway"))
    gtk_widget_set_halign(keep, GTK_ALIGN_START)
    gtk_widget_set_no_show_all(keep, 1)
    facts = Section { facts, _ in facts.isEmpty ? [] : [TrialView.grid(facts)] }
    gtk_widget_set_valign(icon, GTK_ALIGN_START)
    gtk_widget_set_valign(spinner, GTK_ALIGN_START)
    gtk_widget_set_no_show_all(icon, 1)
    gtk_widget_set_no_show_all(spinner, 1)
    gtk_widget_set_no_show_all(detail, 1)
    gtk_label_set_selectable(payload.of(GtkLabel.self), 1)
    gtk_label_set_line_wrap_mode(payload.of(GtkLabel.self), PANGO_WRAP_CHAR)
    gtk_label_set_yalign(payload.of(GtkLabel.self), 0)
    // No hyphens at line breaks, which would not be part of the answer.
    let attributes: OpaquePointer = pango_attr_list_new()
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    gtk_label_set_attributes(payload.of(GtkLabel.self), attributes)
    pango_attr_list_unref(attributes)
    Build.call(payload, words.say("Full response"))
    let scrolled: Widget = gtk_scrolled_window_new(nil, nil)
    gtk_scrolled_window_set_policy(
      scrolled.of(GtkScrolledWindow.self), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_min_content_height(scrolled.of(GtkScrolledWindow.self), 120)
    gtk_scrolled_window_set_max_content_height(scrolled.of(GtkScrolledWindow.self), 200)
    gtk_scrolled_window_set_propagate_natural_height(scrolled.of(GtkScrolledWindow.self), 1)
    Build.append(payload, to: scrolled)
    let whole = words.say("Full response")
    all = Expander(Build.label(whole), named: whole, scrolled)
    let parts = Build.column([facts.widget, all.widget], spacing: 6)
    more = Expander(Build.label(words.say("Details")), named: words.say("Details"), parts)
    gtk_widget_set_margin_top(parts, 6)
    // Aligned with the text, beside the icon.
    for aligned in [more.widget, feeds.widget, keep] {
      gtk_widget_set_margin_start(aligned, TextScale.scaled(16) + 12)
    }
    let text = Build.column([title, detail], spacing: 2)
    let head = Build.row([icon, spinner, text])
    widget = Build.column([head, feeds.widget, keep, more.widget], spacing: 6, "row", "top-line")
    gtk_widget_set_no_show_all(widget, 1)
    gtk_widget_show_all(head)
    for expander in [more, all] {
      gtk_widget_show_all(expander.widget)
      gtk_widget_set_no_show_all(expander.widget, 1)
    }
    subscription = keep.on("clicked") { reference.view?.onKeep() }
    reference.view = self
  }

  /// Lets the controls' closures refer to the view, which is created after them.
  private final class Reference {
    weak var view: TrialView?
  }

  func show(_ model: TrialModel?) {
    gtk_widget_set_visible(widget, model == nil ? 0 : 1)
    guard let model else { return }
    let isAsking = model.look == .asking
    gtk_widget_set_visible(spinner, isAsking ? 1 : 0)
    gtk_widget_set_visible(icon, isAsking ? 0 : 1)
    if isAsking {
      gtk_spinner_start(spinner.of(GtkSpinner.self))
    } else {
      gtk_spinner_stop(spinner.of(GtkSpinner.self))
    }
    show(model.look)
    gtk_label_set_text(title.of(GtkLabel.self), model.title)
    gtk_label_set_text(detail.of(GtkLabel.self), model.detail)
    gtk_widget_set_visible(detail, model.detail.isEmpty ? 0 : 1)
    feeds.show(model.feeds)
    gtk_widget_set_visible(keep, model.offersKeeping ? 1 : 0)
    facts.show(model.facts)
    gtk_label_set_text(payload.of(GtkLabel.self), model.payload ?? "")
    gtk_widget_set_visible(all.widget, model.payload == nil ? 0 : 1)
    gtk_widget_set_visible(more.widget, model.facts.isEmpty && model.payload == nil ? 0 : 1)
  }

  private func show(_ look: TrialModel.Look) {
    guard look != self.look else { return }
    self.look = look
    let (name, tone) =
      switch look {
      case .good, .asking: ("object-select-symbolic", "ok")
      case .incomplete: ("dialog-warning-symbolic", "warn")
      case .failed: ("dialog-error-symbolic", "err")
      case .stored: ("document-open-recent-symbolic", "dim")
      }
    gtk_image_set_from_icon_name(icon.of(GtkImage.self), name, GTK_ICON_SIZE_BUTTON)
    let context = gtk_widget_get_style_context(icon)
    for other in ["ok", "warn", "err", "dim"] { gtk_style_context_remove_class(context, other) }
    gtk_style_context_add_class(context, tone)
  }

  private static func grid(_ facts: [TrialModel.Fact]) -> Widget {
    let grid: Widget = gtk_grid_new()
    gtk_grid_set_column_spacing(grid.of(GtkGrid.self), 12)
    gtk_grid_set_row_spacing(grid.of(GtkGrid.self), 4)
    for (row, fact) in facts.enumerated() {
      let name = Build.label(fact.name, "second", expands: false)
      gtk_widget_set_valign(name, GTK_ALIGN_START)
      gtk_grid_attach(grid.of(GtkGrid.self), name, 0, gint(row), 1, 1)
      let value = Build.label(fact.value, "second", "value")
      gtk_grid_attach(grid.of(GtkGrid.self), value, 1, gint(row), 1, 1)
    }
    return grid
  }
}
