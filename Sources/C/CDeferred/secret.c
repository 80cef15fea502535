// Loaded when an open keyring is found.
#include <libsecret/secret.h>

#include "deferred.h"

static struct carillon_library secret = {.name = "libsecret-1.so.0"};
#define SECRET(result, function, parameters, arguments) \
  DEFERRED(secret, result, function, parameters, arguments)

SECRET(GQuark, secret_error_get_quark, (void), ())
SECRET(GType, secret_service_get_type, (void), ())
SECRET(void, secret_service_lookup,
       (SecretService *service, const SecretSchema *schema, GHashTable *attributes,
        GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data),
       (service, schema, attributes, cancellable, callback, data))
SECRET(SecretValue *, secret_service_lookup_finish,
       (SecretService *service, GAsyncResult *result, GError **error), (service, result, error))
SECRET(void, secret_service_open,
       (GType type, const gchar *name, SecretServiceFlags flags, GCancellable *cancellable,
        GAsyncReadyCallback callback, gpointer data),
       (type, name, flags, cancellable, callback, data))
SECRET(SecretService *, secret_service_open_finish, (GAsyncResult *result, GError **error),
       (result, error))
SECRET(void, secret_service_store,
       (SecretService *service, const SecretSchema *schema, GHashTable *attributes,
        const gchar *collection, const gchar *label, SecretValue *value, GCancellable *cancellable,
        GAsyncReadyCallback callback, gpointer data),
       (service, schema, attributes, collection, label, value, cancellable, callback, data))
SECRET(gboolean, secret_service_store_finish,
       (SecretService *service, GAsyncResult *result, GError **error), (service, result, error))
SECRET(const gchar *, secret_value_get_text, (SecretValue *value), (value))
SECRET(SecretValue *, secret_value_new, (const gchar *text, gssize length, const gchar *type),
       (text, length, type))
SECRET(void, secret_value_unref, (gpointer value), (value))
