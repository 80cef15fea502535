#pragma once
#include <gtk/gtk.h>
#include <gtk/gtk-a11y.h>
#include <libayatana-appindicator/app-indicator.h>

// Variadic functions cannot be called from Swift. `signal` is "children-changed::add" or "…::remove".
static inline void carillon_children_changed(
    AtkObject *parent, const char *signal, guint place, AtkObject *child) {
  g_signal_emit_by_name(parent, signal, place, child, NULL);
}
