// A GTK module that tells a test where every widget of the program is, which text it has and how much of it fits.
// AT-SPI tells neither: the label inside a button is not accessible, and no label says that it is shortened.
// The method Widgets at /org/carillon/Widgets answers in JSON. Each process has a bus name that begins with
// org.carillon.Widgets, on its own connection to the session bus.
#include <gtk/gtk.h>
#include <unistd.h>

static const char XML[] =
    "<node><interface name='org.carillon.Widgets'><method name='Widgets'>"
    "<arg type='s' direction='out'/></method></interface></node>";

struct walk {
  GString *out;
  GtkWidget *top;
  int count;
  int parent;
};

static void string(GString *out, const char *key, const char *text) {
  g_string_append_printf(out, ",\"%s\":\"", key);
  for (const char *c = text ? text : ""; *c; c++) {
    if (*c == '"' || *c == '\\') {
      g_string_append_printf(out, "\\%c", *c);
    } else if ((unsigned char)*c < ' ') {
      g_string_append_printf(out, "\\u%04x", *c);
    } else {
      g_string_append_c(out, *c);
    }
  }
  g_string_append_c(out, '"');
}

static void number(GString *out, const char *key, int value) {
  g_string_append_printf(out, ",\"%s\":%d", key, value);
}

// The width that `text` needs in a widget of one line, and the width that it has there.
static void line(GString *out, GtkWidget *widget, const char *text, int room) {
  int width = 0;
  PangoLayout *layout = gtk_widget_create_pango_layout(widget, text);
  pango_layout_get_pixel_size(layout, &width, NULL);
  g_object_unref(layout);
  string(out, "text", text);
  number(out, "needs", width);
  number(out, "has", room);
}

static void label(GString *out, GtkLabel *label, const GtkAllocation *at) {
  PangoLayout *layout = gtk_label_get_layout(label);
  PangoRectangle size;
  int x, y;
  pango_layout_get_pixel_extents(layout, NULL, &size);
  gtk_label_get_layout_offsets(label, &x, &y);
  string(out, "text", gtk_label_get_text(label));
  g_string_append_printf(out, ",\"ink\":[%d,%d,%d,%d]", x - at->x + size.x, y - at->y + size.y, size.width,
                         size.height);
  number(out, "ellipsized", pango_layout_is_ellipsized(layout));
}

static void entry(GString *out, GtkEntry *entry) {
  GdkRectangle area;
  const char *text = gtk_entry_get_text(entry);
  const char *hint = gtk_entry_get_placeholder_text(entry);
  gtk_entry_get_text_area(entry, &area);
  number(out, "typed", *text != 0);
  line(out, GTK_WIDGET(entry), *text ? text : hint ? hint : "", area.width);
}

static void chosen(GString *out, GtkCellView *view, int width) {
  GtkTreeModel *model = gtk_cell_view_get_model(view);
  GtkTreePath *path = gtk_cell_view_get_displayed_row(view);
  GtkTreeIter row;
  char *text = NULL;
  if (path && model && gtk_tree_model_get_iter(model, &row, path) &&
      gtk_tree_model_get_column_type(model, 0) == G_TYPE_STRING) {
    gtk_tree_model_get(model, &row, 0, &text, -1);
  }
  if (path) gtk_tree_path_free(path);
  if (text) line(out, GTK_WIDGET(view), text, width);
  g_free(text);
}

static void classes(GString *out, GtkStyleContext *style) {
  GList *names = gtk_style_context_list_classes(style);
  g_string_append(out, ",\"classes\":\"");
  for (GList *name = names; name; name = name->next) g_string_append_printf(out, "%s ", (char *)name->data);
  g_string_append_c(out, '"');
  g_list_free(names);
}

static gboolean scrolls(GtkPolicyType policy) { return policy == GTK_POLICY_AUTOMATIC || policy == GTK_POLICY_ALWAYS; }

static void visit(GtkWidget *widget, gpointer data) {
  struct walk *walk = data;
  GString *out = walk->out;
  GtkAllocation at;
  int x = 0, y = 0;
  if (!gtk_widget_get_mapped(widget)) return;
  gtk_widget_get_allocation(widget, &at);
  gtk_widget_translate_coordinates(widget, walk->top, 0, 0, &x, &y);
  g_string_append_printf(out, "%s{\"parent\":%d,\"box\":[%d,%d,%d,%d]", walk->count ? "," : "", walk->parent, x, y,
                         at.width, at.height);
  string(out, "type", G_OBJECT_TYPE_NAME(widget));
  string(out, "name", atk_object_get_name(gtk_widget_get_accessible(widget)));
  string(out, "tip", gtk_widget_get_tooltip_text(widget));
  classes(out, gtk_widget_get_style_context(widget));
  number(out, "reachable", gtk_widget_get_can_focus(widget) && gtk_widget_is_sensitive(widget));
  number(out, "sensitive", gtk_widget_is_sensitive(widget));
  number(out, "mirrored", gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL);
  if (GTK_IS_LABEL(widget)) label(out, GTK_LABEL(widget), &at);
  if (GTK_IS_ENTRY(widget)) entry(out, GTK_ENTRY(widget));
  if (GTK_IS_CELL_VIEW(widget)) chosen(out, GTK_CELL_VIEW(widget), at.width);
  if (GTK_IS_IMAGE(widget)) {
    const char *icon = NULL;
    if (gtk_image_get_storage_type(GTK_IMAGE(widget)) == GTK_IMAGE_ICON_NAME)
      gtk_image_get_icon_name(GTK_IMAGE(widget), &icon, NULL);
    string(out, "icon", icon);
  }
  if (GTK_IS_SCROLLED_WINDOW(widget)) {
    GtkPolicyType across, down;
    gtk_scrolled_window_get_policy(GTK_SCROLLED_WINDOW(widget), &across, &down);
    g_string_append_printf(out, ",\"scrolls\":[%d,%d]", scrolls(across), scrolls(down));
  }
  if (widget == walk->top) {
    GdkWindow *window = gtk_widget_get_window(widget);
    GdkFrameClock *clock = gtk_widget_get_frame_clock(widget);
    int left = 0, top = 0;
    gdk_window_get_origin(window, &left, &top);
    g_string_append_printf(out, ",\"origin\":[%d,%d]", left, top);
    number(out, "frames", (int)gdk_frame_clock_get_frame_counter(clock));
    number(out, "active", gtk_window_is_active(GTK_WINDOW(widget)));
  }
  g_string_append_c(out, '}');
  struct walk inside = {out, walk->top, walk->count + 1, walk->count};
  if (GTK_IS_CONTAINER(widget)) gtk_container_forall(GTK_CONTAINER(widget), visit, &inside);
  walk->count = inside.count;
}

static void called(GDBusConnection *bus, const char *sender, const char *path, const char *interface,
                   const char *method, GVariant *arguments, GDBusMethodInvocation *invocation, gpointer data) {
  (void)bus, (void)sender, (void)path, (void)interface, (void)method, (void)arguments, (void)data;
  struct walk walk = {g_string_new("["), NULL, 0, -1};
  GList *tops = gtk_window_list_toplevels();
  for (GList *top = tops; top; top = top->next) {
    walk.top = top->data;
    visit(walk.top, &walk);
  }
  g_list_free(tops);
  g_string_append_c(walk.out, ']');
  g_dbus_method_invocation_return_value(invocation, g_variant_new("(s)", walk.out->str));
  g_string_free(walk.out, TRUE);
}

G_MODULE_EXPORT void gtk_module_init(int *argc, char ***argv) {
  (void)argc, (void)argv;
  static const GDBusInterfaceVTable table = {.method_call = called};
  GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(XML, NULL);
  if (!bus || !node) return;
  g_dbus_connection_register_object(bus, "/org/carillon/Widgets", node->interfaces[0], &table, NULL, NULL, NULL);
  g_dbus_node_info_unref(node);
  char *name = g_strdup_printf("org.carillon.Widgets.of%d", (int)getpid());
  GVariant *answer =
      g_dbus_connection_call_sync(bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                                  "RequestName", g_variant_new("(su)", name, 0), NULL, G_DBUS_CALL_FLAGS_NONE, -1,
                                  NULL, NULL);
  if (answer) g_variant_unref(answer);
  g_free(name);
}
