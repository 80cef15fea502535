import CGtk

/// The style of our windows.
///
/// It uses only the theme's named colors, so that it follows light, dark and high contrast.
enum Style {
  /// Applies the style to this process's windows, once.
  static func apply() {
    guard !applied, let screen = gdk_screen_get_default() else { return }
    applied = true
    let provider: UnsafeMutablePointer<GtkCssProvider> = gtk_css_provider_new()
    defer { g_object_unref(provider) }
    // The CSS is constant and parses. A color that a theme lacks only causes a warning.
    gtk_css_provider_load_from_data(provider, css, -1, nil)
    gtk_style_context_add_provider_for_screen(
      screen, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
  }

  private static var applied = false

  // On cards, the themes' green has a contrast of 2.0 in light, red 1.8 and the accent 1.4 in dark.
  // Mixed with the text color, all have at least 3.3.
  private static let css = """
    .carillon .card {
      background-color: shade(@theme_bg_color, 1.16);
      border: 1px solid @borders; border-radius: 8px;
    }
    .carillon .row { padding: 8px 12px; border-radius: 0; }
    .carillon .row:not(:first-child) { border-top: 1px solid @borders; }
    .carillon button.row {
      background: none; border-style: solid; border-width: 0; box-shadow: none; text-shadow: none;
      font-weight: normal;
    }
    .carillon button.row:not(:first-child) { border-top-width: 1px; }
    .carillon button.row:hover { background-color: alpha(@theme_fg_color, .05); }
    .carillon .row:first-child { border-top-left-radius: 7px; border-top-right-radius: 7px; }
    .carillon .row:last-child { border-bottom-left-radius: 7px; border-bottom-right-radius: 7px; }
    .carillon .part { padding: 2px 12px; }
    .carillon .end { padding: 8px 12px 12px 12px; }
    .carillon .heading { font-weight: bold; }
    .carillon .title { font-size: 1.2em; font-weight: 800; }
    .carillon .empty { font-size: 1.5em; font-weight: 800; }
    .carillon .second { font-size: .9em; color: alpha(@theme_fg_color, .7); }
    .carillon .time { font-size: 1.9em; font-weight: 300; font-feature-settings: "tnum"; }
    .carillon .clock { font-feature-settings: "tnum"; }
    .carillon .ok { color: mix(@success_color, @theme_fg_color, .35); }
    .carillon .warn { color: mix(@warning_color, @theme_fg_color, .2); }
    .carillon .err { color: mix(@error_color, @theme_fg_color, .6); }
    .carillon .dim { color: alpha(@theme_fg_color, .7); }
    .carillon .banner { padding: 10px 18px; }
    .carillon .banner.calm {
      background-color: mix(@theme_bg_color, @theme_selected_bg_color, .15);
    }
    .carillon .banner.warning {
      background-color: mix(@theme_bg_color, @warning_color, .25);
    }
    .carillon .in-window { padding: 6px 12px; border-bottom: 1px solid @borders; }
    .carillon button.opens { padding: 6px; font-weight: normal; }
    .carillon .dot.unread {
      background-color: mix(@theme_selected_bg_color, @theme_fg_color, .3);
    }
    .carillon .buttons-row { padding: 6px; border-top: 1px solid @borders; }
    .carillon .listed:not(:first-child) { border-top: 1px solid @borders; }
    .carillon .listed button.row { border-radius: 7px; }
    .carillon .quiet:not(:first-child) { border-top: 1px solid @borders; }
    .carillon scrolledwindow.sidebar { border: none; background: none; }
    .carillon scrolledwindow.sidebar list { background: none; padding: 6px; }
    .carillon .nav { padding: 9px 12px; border-radius: 6px; margin: 1px 0; }
    .carillon .nav, .carillon .nav:selected { color: @theme_fg_color; }
    .carillon .nav:selected { background-color: alpha(@theme_fg_color, .09); }
    .carillon .nav:hover:not(:selected) { background-color: alpha(@theme_fg_color, .04); }
    .carillon .dot {
      min-width: 8px; min-height: 8px; border-radius: 4px; background-color: @warning_color;
    }
    .carillon .toast {
      border: 1px solid @borders; border-radius: 18px; padding: 6px 8px 6px 16px; margin: 18px;
    }
    .carillon box.popup { border-radius: 12px; }
    .carillon box.popup > .buttons { border-top: 1px solid @borders; }
    .carillon box.popup > .buttons > button {
      border-width: 0; border-radius: 0; background-image: none; box-shadow: none; padding: 8px;
    }
    .carillon box.popup > .buttons > button:not(:first-child) {
      border-left: 1px solid @borders;
    }
    .carillon box.popup > .buttons > button:hover { background-color: alpha(@theme_fg_color, .05); }
    .carillon box.popup > .buttons > button:first-child { border-bottom-left-radius: 11px; }
    .carillon box.popup > .buttons > button:last-child { border-bottom-right-radius: 11px; }
    /* Hours */
    .carillon .hour { border-top: 1px solid @borders; }
    .carillon .hour.first { border-top-width: 0; }
    .carillon .hour-head { padding: 10px 12px; }
    .carillon .subrow { padding: 6px 12px; border-top: 1px solid @borders; }
    .carillon .card > .subrow:first-child { border-top-width: 0; }
    .carillon .problem { padding: 0 12px 8px 12px; }
    .carillon .off { color: alpha(@theme_fg_color, .55); }
    .carillon entry.wrong, .carillon entry.wrong:focus {
      border-color: @error_color; box-shadow: inset 0 0 0 1px @error_color;
    }
    .carillon button.day {
      min-width: 2em; min-height: 2em; padding: 0; border-radius: 1.1em;
    }
    .carillon button.day:checked {
      background-image: none; background-color: mix(@theme_selected_bg_color, black, .2);
      color: @theme_selected_fg_color; border-color: @theme_selected_bg_color; text-shadow: none;
    }
    .carillon button.expander { padding: 2px; }
    .carillon button.expander:checked:not(:hover) {
      background: none; border-color: transparent; box-shadow: none;
    }
    .carillon .stage { padding: 12px; background-color: shade(@theme_bg_color, .96); }
    .carillon button.is-on {
      background-image: none; background-color: alpha(@theme_fg_color, .15);
    }
    /* Settings and privacy. */
    .carillon .subrows > .row { border-top: 1px solid @borders; border-radius: 0; }
    .carillon button.disclosure:checked:not(:hover) {
      background: none; border-color: transparent; box-shadow: none;
    }
    .carillon button.destructive:not(:disabled) {
      color: mix(@error_color, @theme_fg_color, .6);
    }
    /* History and Status */
    .carillon .past:not(:first-child) { border-top: 1px solid @borders; }
    .carillon .past > button.row { border-radius: 0; }
    .carillon .past:first-child > button.row { border-radius: 7px 7px 0 0; }
    .carillon .past:last-child > button.row:last-child { border-radius: 0 0 7px 7px; }
    .carillon .past:only-child > button.row:only-child { border-radius: 7px; }
    .carillon .past > button.row:checked { color: @theme_fg_color; }
    .carillon .past.inside { background-color: alpha(@theme_fg_color, .03); }
    .carillon .told { padding: 8px 12px 2px 12px; }
    .carillon .tl-line { min-width: 2px; background-color: alpha(@theme_fg_color, .2); }
    .carillon .advice {
      padding: 8px 12px; border-top: 1px solid @borders;
      background-color: mix(@theme_bg_color, @theme_selected_bg_color, .15);
    }
    .carillon .foot { padding: 6px 12px; border-top: 1px solid @borders; }
    .carillon .accent { color: mix(@theme_selected_bg_color, @theme_fg_color, .45); }
    .carillon .faint { color: alpha(@theme_fg_color, .3); }
    /* Content */
    .carillon .preview-area {
      background-color: shade(@theme_bg_color, .95); border-bottom: 1px solid @borders;
    }
    .carillon .preview-room { padding: 12px 18px; }
    .carillon .popup.preview {
      padding: 12px; border-radius: 12px; box-shadow: 0 1px 4px alpha(black, .25);
    }
    .carillon .form { padding: 12px; }
    .carillon .field { border-radius: 5px; }
    .carillon .chip { border-radius: 12px; padding: 1px 12px; }
    .carillon .source-rest > .part:first-child { padding: 2px 12px 12px 12px; }
    .carillon .source-rest .row { border-radius: 0; }
    .carillon .top-line { border-top: 1px solid @borders; }
    .carillon .group { border-top: 1px solid @borders; }
    .carillon radio.option, .carillon .option { padding: 8px 12px; }
    .carillon .option radio { margin: 0 12px 0 0; }
    .carillon .option radio:dir(rtl) { margin: 0 0 0 12px; }
    .carillon .value { color: @theme_fg_color; }
    .carillon .payload { font-family: monospace; font-size: .85em; padding: 6px; }
    .carillon entry.error, .carillon .error { border-color: @error_color; }
    .carillon entry.error { color: @theme_text_color; }
    .carillon menuitem:hover .second { color: @theme_selected_fg_color; }
    .carillon .link-line { padding: 2px 6px; }
    """
}
