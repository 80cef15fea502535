import CGtk
import CarillonEngine
import CarillonDrawing
import CarillonGLib

/// The message's picture across the window, with a play button if it stands for a video.
final class PictureView: PartView {
  let widget: Widget = gtk_overlay_new()
  private let area: DrawnArea
  private let play: Widget = gtk_button_new()
  private let playLabel = TextLabel()
  private let symbol: DrawnArea
  private var picture: Picture
  /// The picture drawn, and the size it was loaded at.
  private var drawn: (file: String, width: Int32, scale: Int32)?
  private var subscription: Subscription?

  init(
    _ picture: Picture, now: @escaping () -> Instant, pressed: @escaping (String) -> Void
  ) {
    self.picture = picture
    area = DrawnArea(now: now)
    symbol = DrawnArea(now: now)
    symbol.speak("")
    gtk_container_add(widget.of(GtkContainer.self), area.widget)
    Build.append(Build.row([symbol.widget, playLabel.widget], spacing: 6), to: play)
    gtk_widget_set_valign(symbol.widget, GTK_ALIGN_CENTER)
    Build.add(["play"], to: play)
    gtk_widget_set_halign(play, GTK_ALIGN_END)
    gtk_widget_set_valign(play, GTK_ALIGN_END)
    gtk_widget_set_margin_end(play, 12)
    gtk_widget_set_margin_bottom(play, 12)
    gtk_overlay_add_overlay(widget.of(GtkOverlay.self), play)
    subscription = play.on("clicked") { [weak self] in
      if let id = self?.picture.play?.id { pressed(id) }
    }
  }

  isolated deinit {
    subscription = nil
  }

  func show(_ part: DetailPart) -> Bool {
    guard case .picture(let new) = part, (new.file == nil) == (picture.file == nil) else {
      return false
    }
    picture = new
    return true
  }

  func restyle(_ theme: PartTheme) {
    playLabel.restyle(theme.palette)
    var look = theme.look()
    look.palette.text = .white
    symbol.show(PlaySymbol(side: 12 * max(theme.theme.textScale, 1)), look)
    let width = theme.width
    let scale = gtk_widget_get_scale_factor(widget)
    guard let file = picture.file, drawn.map({ $0 != (file, width, scale) }) ?? true else { return }
    let size = Size(width: Double(width), height: Double(width / 2))
    if let photo = Photo.load(file, covering: size, scale: Double(scale)) {
      drawn = (file, width, scale)
      area.show(PictureDrawing(photo), look)
    }
    gtk_widget_set_size_request(area.widget, -1, width / 2)
  }

  func tick(at now: Instant) {
    playLabel.show(picture.play?.label ?? "")
    gtk_widget_set_visible(play, picture.play == nil ? 0 : 1)
    Build.call(play, picture.play?.label ?? "")
    area.speak(picture.alternative)
  }

  func nextChange(after now: Instant) -> Instant? { nil }
}
