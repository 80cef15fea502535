/* A minimal tray program: an icon, a menu with one entry, one notification.
 *
 * Carillon's memory and start are compared with it, built with -O2 on the same machine. */
#include <gtk/gtk.h>
#include <libayatana-appindicator/app-indicator.h>
#include <libnotify/notify.h>

int main(int argc, char **argv) {
  gtk_init(&argc, &argv);

  GtkWidget *menu = gtk_menu_new();
  GtkWidget *quit = gtk_menu_item_new_with_label("Quit");
  g_signal_connect(quit, "activate", G_CALLBACK(gtk_main_quit), NULL);
  gtk_menu_shell_append(GTK_MENU_SHELL(menu), quit);
  gtk_widget_show_all(menu);

  AppIndicator *indicator = app_indicator_new(
    "baseline", "dialog-information-symbolic", APP_INDICATOR_CATEGORY_APPLICATION_STATUS);
  app_indicator_set_title(indicator, "Baseline");
  app_indicator_set_menu(indicator, GTK_MENU(menu));
  app_indicator_set_status(indicator, APP_INDICATOR_STATUS_ACTIVE);

  notify_init("Baseline");
  NotifyNotification *hello = notify_notification_new("Hello", "From the least there is.", NULL);
  GError *error = NULL;
  if (!notify_notification_show(hello, &error)) g_error("%s", error->message);

  gtk_main();
  g_object_unref(hello);
  notify_uninit();
  g_object_unref(indicator);
  return 0;
}
