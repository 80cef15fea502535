// Loaded at the first request.
#include <libsoup/soup.h>

#include "deferred.h"

static struct carillon_library soup = {.name = "libsoup-3.0.so.0"};
#define SOUP(result, function, parameters, arguments) \
  DEFERRED(soup, result, function, parameters, arguments)

SOUP(GType, soup_auth_manager_get_type, (void), ())
SOUP(GType, soup_content_decoder_get_type, (void), ())
SOUP(GDateTime *, soup_date_time_new_from_http_string, (const char *text), (text))
SOUP(void, soup_message_add_flags, (SoupMessage *message, SoupMessageFlags flags), (message, flags))
SOUP(void, soup_message_body_set_accumulate, (SoupMessageBody *body, gboolean accumulate),
     (body, accumulate))
SOUP(SoupMessageHeaders *, soup_message_get_request_headers, (SoupMessage *message), (message))
SOUP(SoupMessageHeaders *, soup_message_get_response_headers, (SoupMessage *message), (message))
SOUP(SoupStatus, soup_message_get_status, (SoupMessage *message), (message))
SOUP(goffset, soup_message_headers_get_content_length, (SoupMessageHeaders *headers), (headers))
SOUP(SoupEncoding, soup_message_headers_get_encoding, (SoupMessageHeaders *headers), (headers))
SOUP(const char *, soup_message_headers_get_one, (SoupMessageHeaders *headers, const char *name),
     (headers, name))
SOUP(void, soup_message_headers_replace,
     (SoupMessageHeaders *headers, const char *name, const char *value), (headers, name, value))
SOUP(SoupMessage *, soup_message_new, (const char *method, const char *uri), (method, uri))
SOUP(void, soup_message_set_request_body_from_bytes,
     (SoupMessage *message, const char *type, GBytes *bytes), (message, type, bytes))
SOUP(void, soup_server_add_early_handler,
     (SoupServer *server, const char *path, SoupServerCallback callback, gpointer data,
      GDestroyNotify destroy),
     (server, path, callback, data, destroy))
SOUP(void, soup_server_add_handler,
     (SoupServer *server, const char *path, SoupServerCallback callback, gpointer data,
      GDestroyNotify destroy),
     (server, path, callback, data, destroy))
SOUP(void, soup_server_disconnect, (SoupServer *server), (server))
SOUP(GType, soup_server_get_type, (void), ())
SOUP(GSList *, soup_server_get_uris, (SoupServer *server), (server))
SOUP(gboolean, soup_server_listen_local,
     (SoupServer *server, guint port, SoupServerListenOptions options, GError **error),
     (server, port, options, error))
SOUP(const char *, soup_server_message_get_method, (SoupServerMessage *message), (message))
SOUP(SoupMessageBody *, soup_server_message_get_request_body, (SoupServerMessage *message),
     (message))
SOUP(SoupMessageHeaders *, soup_server_message_get_request_headers, (SoupServerMessage *message),
     (message))
SOUP(void, soup_server_message_set_response,
     (SoupServerMessage *message, const char *type, SoupMemoryUse use, const char *body,
      gsize length),
     (message, type, use, body, length))
SOUP(void, soup_server_message_set_status,
     (SoupServerMessage *message, guint status, const char *reason), (message, status, reason))
SOUP(void, soup_session_abort, (SoupSession *session), (session))
SOUP(SoupSession *, soup_session_new, (void), ())
SOUP(void, soup_session_remove_feature_by_type, (SoupSession *session, GType type), (session, type))
SOUP(void, soup_session_send_async,
     (SoupSession *session, SoupMessage *message, int priority, GCancellable *cancellable,
      GAsyncReadyCallback callback, gpointer data),
     (session, message, priority, cancellable, callback, data))
SOUP(GInputStream *, soup_session_send_finish,
     (SoupSession *session, GAsyncResult *result, GError **error), (session, result, error))
SOUP(void, soup_session_set_proxy_resolver, (SoupSession *session, GProxyResolver *resolver),
     (session, resolver))
SOUP(void, soup_session_set_user_agent, (SoupSession *session, const char *agent), (session, agent))
