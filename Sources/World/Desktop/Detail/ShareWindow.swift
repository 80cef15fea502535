import CGio
import CGtk
import CarillonEngine
import CarillonDrawing
import CarillonGLib

/// Shares the text and picture of a detail: to the clipboard, to a file, or by mail. (B21)
final class ShareWindow {
  private let window: Widget = gtk_dialog_new()
  private let detail: Detail
  private let now: Instant
  private let words: Words
  private let mail: MailPortal
  private let refused: (String) -> Void
  private let done = Build.label("", "second")
  private var closing: Source?
  private var chooser: SaveChooser?
  private var subscriptions: [Subscription] = []

  /// Shares the detail as it was at `now`.
  init(
    _ detail: Detail, at now: Instant, over parent: Widget?, mail: MailPortal, words: Words,
    refused: @escaping (String) -> Void, closed: @escaping () -> Void
  ) {
    self.detail = detail
    self.now = now
    self.words = words
    self.mail = mail
    self.refused = refused
    let top = window.of(GtkWindow.self)
    gtk_window_set_title(top, words.say("Share"))
    gtk_window_set_transient_for(top, parent?.of(GtkWindow.self))
    gtk_window_set_modal(top, 1)
    gtk_window_set_resizable(top, 0)
    Build.add(["carillon", "detail"], to: window)
    let column = Build.column([], spacing: 8)
    gtk_container_set_border_width(column.of(GtkContainer.self), 18)
    let copyText = button(words.say("Copy Text"), in: column)
    let copyPicture = button(words.say("Copy Picture"), in: column)
    let save = button(words.say("Save Picture…"), in: column)
    let send = button(words.say("Send by Email…"), in: column)
    gtk_label_set_xalign(done.of(GtkLabel.self), 0.5)
    Build.append(done, to: column)
    if let content = gtk_dialog_get_content_area(window.of(GtkDialog.self)) {
      Build.append(column, to: content.of(GtkWidget.self))
    }
    subscriptions = [
      copyText.on("clicked") { [weak self] in self?.copyText() },
      copyPicture.on("clicked") { [weak self] in self?.copyPicture() },
      save.on("clicked") { [weak self] in self?.save() },
      send.on("clicked") { [weak self] in self?.send() },
      window.on("destroy", closed),
    ]
    gtk_widget_show_all(column)
    gtk_widget_hide(done)
    // The mail button is hidden unless the portal exists.
    gtk_widget_hide(send)
    mail.find { [weak self] isThere in
      if self != nil, isThere { gtk_widget_show(send) }
    }
    gtk_window_present(top)
  }

  isolated deinit {
    closing?.cancel()
    subscriptions = []
  }

  func destroy() { gtk_widget_destroy(window) }

  private func button(_ label: String, in column: Widget) -> Widget {
    let button: Widget = gtk_button_new_with_label(label)
    gtk_widget_set_size_request(button, 220, -1)
    Build.append(button, to: column)
    return button
  }

  private static var clipboard: OpaquePointer? {
    gtk_clipboard_get(gdk_atom_intern("CLIPBOARD", 1))
  }

  private func copyText() {
    gtk_clipboard_set_text(ShareWindow.clipboard, detail.sharedText(at: now), -1)
    keep()
  }

  private func copyPicture() {
    guard let png = picture else { return }
    let loader = gdk_pixbuf_loader_new()
    defer { if let loader { g_object_unref(loader) } }
    let isTaken = gdk_pixbuf_loader_write(loader, png, gsize(png.count), nil) != 0
    guard gdk_pixbuf_loader_close(loader, nil) != 0, isTaken,
      let image = gdk_pixbuf_loader_get_pixbuf(loader)
    else { return }
    gtk_clipboard_set_image(ShareWindow.clipboard, image)
    keep()
  }

  /// Lets a clipboard manager keep the content after Carillon has quit; says so, and closes.
  private func keep() {
    gtk_clipboard_set_can_store(ShareWindow.clipboard, nil, 0)
    gtk_clipboard_store(ShareWindow.clipboard)
    gtk_label_set_text(done.of(GtkLabel.self), words.say("Copied"))
    if let accessible = gtk_widget_get_accessible(done) {
      atk_object_set_role(accessible, ATK_ROLE_NOTIFICATION)
    }
    gtk_widget_show(done)
    closing?.cancel()
    closing = MainLoop.after(ShareWindow.time) { [weak self] in self?.destroy() }
  }

  /// Long enough to read one word.
  private static let time = Span.milliseconds(1500)

  private var fileName: String {
    "\(detail.title.replacing("/", with: "-").replacing(":", with: ".").prefix(60)).png"
  }

  private func send() {
    guard let png = picture else { return }
    let (refused, words) = (refused, words)
    mail.write(
      detail.title, detail.sharedText(at: now), picture: png, named: fileName
    ) { problem in
      refused(problem ?? words.say("The mail program did not accept it."))
    }
    destroy()
  }

  private func save() {
    guard let png = picture else { return }
    let name = fileName
    chooser = SaveChooser(.picture(words), over: window, named: name, words: words) {
      [weak self] path in
      guard let self else { return }
      if let path {
        var problem: UnsafeMutablePointer<GError>?
        let isWritten = png.withUnsafeBytes {
          g_file_set_contents(path, $0.baseAddress, gssize($0.count), &problem)
        }
        if isWritten == 0 { refused(problem.map { String(cString: $0.pointee.message) } ?? path) }
        if let problem { g_error_free(problem) }
      }
      // Not at once, because the chooser is still calling us.
      MainLoop.onIdle { [weak self] in
        self?.chooser = nil
        if path != nil { self?.destroy() }
      }
    }
  }

  private var picture: [UInt8]? { SummaryCard.draw(detail, at: now).png }
}
