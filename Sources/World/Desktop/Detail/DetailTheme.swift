import CGio
import CGtk
import CarillonEngine
import CarillonDrawing

/// The theme, text size and settings of a window, as our drawings need them.
struct DetailTheme: Equatable {
  var palette: Palette
  /// The font family of the theme.
  var family: String
  /// The size of ordinary text, in layout pixels.
  var textSize: Double
  /// Whether animations are switched off.
  var isStill: Bool
  var isMirrored: Bool

  /// The default text size: 11 points at 96 dpi.
  static let usualTextSize = 11.0 * 96 / 72

  var textScale: Double { textSize / DetailTheme.usualTextSize }

  /// Up to a quarter wider for larger text.
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
      isHighContrast: DetailTheme.name.contains("HighContrast"))
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

  /// The theme's name; in GTK, the environment overrides the settings.
  private static var name: String {
    if let chosen = g_getenv("GTK_THEME") { return String(cString: chosen) }
    return setting("gtk-theme-name", of: g_type_from_name("gchararray")) {
      g_value_get_string($0).map { String(cString: $0) }
    } ?? ""
  }

  private static var animates: Bool {
    setting("gtk-enable-animations", of: g_type_from_name("gboolean")) {
      g_value_get_boolean($0) != 0
    } ?? true
  }

  private static func setting<Setting>(
    _ name: String, of type: GType, _ read: (UnsafePointer<GValue>) -> Setting?
  ) -> Setting? {
    guard let settings = gtk_settings_get_default() else { return nil }
    var value = GValue()
    g_value_init(&value, type)
    defer { g_value_unset(&value) }
    g_object_get_property(settings.of(GObject.self), name, &value)
    return read(&value)
  }
}
