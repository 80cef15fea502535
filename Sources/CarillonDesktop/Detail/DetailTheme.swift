import CGtk
import CarillonCore
import CarillonDrawing

/// What a window's theme, text size and settings make of our drawings.
struct DetailTheme: Equatable {
  var palette: Palette
  /// The family of the theme's font.
  var family: String
  /// Of ordinary text, in pixels of the layout.
  var textSize: Double
  /// Animations are switched off.
  var isStill: Bool
  var isMirrored: Bool

  /// Ordinary text is this large where nothing was changed: 11 points at 96 dpi.
  static let usualTextSize = 11.0 * 96 / 72

  var textScale: Double { textSize / DetailTheme.usualTextSize }

  /// Wider for larger text, up to a quarter.
  var windowWidth: Int32 {
    Int32((440 * min(max(textScale, 1), 1.25)).rounded())
  }

  init(of widget: Widget) {
    let context = gtk_widget_get_style_context(widget)
    func color(_ name: String, _ fallback: Color) -> Color {
      var found = GdkRGBA()
      guard gtk_style_context_lookup_color(context, name, &found) != 0 else { return fallback }
      return Color(red: found.red, green: found.green, blue: found.blue)
    }
    let usual = Palette.light
    palette = Palette(
      window: color("theme_bg_color", usual.window), card: color("theme_base_color", usual.card),
      text: color("theme_fg_color", usual.text),
      isHighContrast: DetailTheme.setting("gtk-theme-name").contains("HighContrast"))
    let pango = gtk_widget_get_pango_context(widget)
    let font = pango_context_get_font_description(pango)
    family = pango_font_description_get_family(font).map { String(cString: $0) } ?? "Sans"
    let size = Double(pango_font_description_get_size(font)) / Double(PANGO_SCALE)
    let isAbsolute = pango_font_description_get_size_is_absolute(font) != 0
    let dpi = gdk_screen_get_resolution(gtk_widget_get_screen(widget))
    textSize = isAbsolute ? size : size * (dpi > 0 ? dpi : 96) / 72
    isStill = !DetailTheme.animates
    isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
  }

  func look(_ textures: Textures, ground: Color? = nil) -> Look {
    var look = Look(
      palette, ground: ground, family: family, textSize: textSize, textures: textures)
    look.isStill = isStill
    look.isMirrored = isMirrored
    return look
  }

  private static func setting(_ name: String) -> String {
    guard let settings = gtk_settings_get_default() else { return "" }
    var value = GValue()
    g_value_init(&value, GType(16 << 2))
    defer { g_value_unset(&value) }
    g_object_get_property(settings.of(GObject.self), name, &value)
    return g_value_get_string(&value).map { String(cString: $0) } ?? ""
  }

  private static var animates: Bool {
    guard let settings = gtk_settings_get_default() else { return true }
    var value = GValue()
    g_value_init(&value, GType(5 << 2))
    defer { g_value_unset(&value) }
    g_object_get_property(settings.of(GObject.self), "gtk-enable-animations", &value)
    return g_value_get_boolean(&value) != 0
  }
}
