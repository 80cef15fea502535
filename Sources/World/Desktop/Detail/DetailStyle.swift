import CGtk
import CarillonEngine
import CarillonDrawing

/// The CSS for windows of details; everything else follows the theme's colors.
enum DetailStyle {
  /// Applies the CSS to this process's windows, once.
  static func apply() {
    guard !applied, let screen = gdk_screen_get_default() else { return }
    applied = true
    let provider: UnsafeMutablePointer<GtkCssProvider> = gtk_css_provider_new()
    defer { g_object_unref(provider) }
    gtk_css_provider_load_from_data(provider, css, -1, nil)
    gtk_style_context_add_provider_for_screen(
      screen, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
  }

  /// The style class of a button in this tone.
  static func solid(_ tone: Tone) -> String { "solid-\(tone.rawValue)" }

  private static var applied = false

  // Solid buttons look the same in light and dark: white on the tone's ink has a contrast of 6.3,
  // where Adwaita's suggested button has 3.8.
  private static var css: String {
    let solids = Tone.allCases.map { tone in
      let color = hex(Palette.solid(tone))
      return """
        .detail button.\(solid(tone)) {
          background-image: none; background-color: \(color); color: #ffffff;
          border-color: shade(\(color), .8); text-shadow: none; box-shadow: none;
        }
        .detail button.\(solid(tone)):hover { background-color: shade(\(color), 1.12); }
        .detail button.\(solid(tone)):active { background-color: shade(\(color), .85); }
        .detail button.\(solid(tone)):disabled { color: alpha(#ffffff, .8); }
        """
    }
    return base + solids.joined(separator: "\n")
  }

  private static let base = """
    .detail .card {
      background-color: @theme_base_color; border: 1px solid alpha(@theme_fg_color, .2);
      border-radius: 8px;
    }
    .detail .card separator {
      background-color: alpha(@theme_fg_color, .14); min-width: 1px; min-height: 1px;
    }
    .detail.contrast .card { border-color: @theme_fg_color; }
    .detail .actions button { padding: 8px 12px; }
    .detail button.play {
      background-image: none; background-color: rgba(0, 0, 0, .72); color: #ffffff;
      border: 1px solid rgba(255, 255, 255, .45); border-radius: 99px; padding: 4px 12px 4px 10px;
      text-shadow: none; box-shadow: none;
    }
    .detail button.play:hover, .detail button.play:focus { background-color: #000000; }
    .detail headerbar { padding-left: 12px; padding-right: 12px; }

    """

  private static func hex(_ color: Color) -> String {
    let parts = [color.red, color.green, color.blue].map { part in
      let text = String(Int((part * 255).rounded()), radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    return "#" + parts.joined()
  }
}
