#pragma once
#include <canberra.h>
#include <libnotify/notify.h>
#include <libsecret/secret.h>
#include <sys/eventfd.h>

// g_object_set and g_object_get are variadic.
static inline void carillon_notification_set_id(NotifyNotification *notification, int32_t id) {
  g_object_set(notification, "id", (gint)id, NULL);
}

// A macro with a cast.
static inline const GVariantType *carillon_variant_type_byte(void) { return G_VARIANT_TYPE_BYTE; }

static inline int32_t carillon_notification_id(NotifyNotification *notification) {
  gint id = 0;
  g_object_get(notification, "id", &id, NULL);
  return id;
}
