import CGtk
import CarillonEngine
import CarillonGLib

/// One topic in the list: a summary when closed, an editor below it when open.
final class TopicRow {
  let widget: Widget
  let identity: String
  private(set) var editor: TopicEditor?

  private let words: Words
  private let name = Build.label("")
  private let detail = Build.label("", "second")
  private let power: SwitchControl
  private let unfold: Widget
  private let arrow = Build.icon("pan-down-symbolic")
  private let act: (ConnectionsAction) -> Void
  private var topic: ConnectionsModel.Topic
  private var subscriptions: [Subscription] = []

  init(
    _ topic: ConnectionsModel.Topic, words: Words, act: @escaping (ConnectionsAction) -> Void,
    toggle: @escaping (TopicRow) -> Void
  ) {
    let identity = topic.subscription.identity
    self.identity = identity
    self.topic = topic
    self.words = words
    self.act = act
    power = SwitchControl { act(.setOn(identity, $0)) }
    unfold = gtk_button_new()
    Build.append(arrow, to: unfold)
    Build.add(["flat", "image-button"], to: unfold)
    gtk_widget_set_valign(unfold, GTK_ALIGN_CENTER)
    let text = Build.column([name, detail], spacing: 2)
    gtk_widget_set_valign(text, GTK_ALIGN_CENTER)
    let told: Widget = gtk_event_box_new()
    gtk_event_box_set_visible_window(told.of(GtkEventBox.self), 0)
    Build.append(text, to: told)
    gtk_widget_set_hexpand(told, 1)
    let head = Build.row([told, power.widget, unfold], "row")
    widget = Build.column([head])
    Build.add(["hour"], to: widget)
    subscriptions = [
      unfold.on("clicked") { [weak self] in self.map(toggle) },
      told.on("button-release-event") { [weak self] in self.map(toggle) },
    ]
    show(topic)
  }

  func show(_ topic: ConnectionsModel.Topic) {
    self.topic = topic
    let subscription = topic.subscription
    gtk_label_set_text(name.of(GtkLabel.self), subscription.name)
    gtk_label_set_text(detail.of(GtkLabel.self), topic.detail)
    for label in [name, detail] {
      let context = gtk_widget_get_style_context(label)
      if topic.isOn {
        gtk_style_context_remove_class(context, "off")
      } else {
        gtk_style_context_add_class(context, "off")
      }
    }
    power.show(topic.isOn)
    let values = ["name": subscription.name]
    Build.call(power.widget, words.say("Show messages of {name}", values))
    let spoken = editor == nil ? words.say("Edit {name}", values) : words.say("Done")
    Build.call(unfold, spoken)
    gtk_widget_set_tooltip_text(unfold, editor == nil ? words.say("Edit") : words.say("Done"))
    editor?.show(topic)
  }

  /// Opens or closes the editor; closing saves pending input.
  func setOpen(_ isOpen: Bool) {
    guard isOpen != (editor != nil) else { return }
    if isOpen {
      let identity = identity
      let editor = TopicEditor(topic, words: words) { [act] action in
        switch action {
        case .change(let change): act(.change(identity, change))
        case .test: act(.test(identity))
        case .copyAddress: act(.copyAddress(identity))
        case .remove: act(.remove(identity))
        }
      }
      self.editor = editor
      Build.append(editor.widget, to: widget)
      gtk_widget_show_all(editor.widget)
      editor.takeFocus()
    } else if let editor {
      editor.flush()
      self.editor = nil
      let hadFocus = gtk_container_get_focus_child(editor.widget.of(GtkContainer.self)) != nil
      gtk_widget_destroy(editor.widget)
      if hadFocus { takeFocus() }
    }
    gtk_image_set_from_icon_name(
      arrow.of(GtkImage.self), isOpen ? "pan-up-symbolic" : "pan-down-symbolic",
      GTK_ICON_SIZE_BUTTON)
    show(topic)
  }

  func takeFocus() { gtk_widget_grab_focus(unfold) }
}
