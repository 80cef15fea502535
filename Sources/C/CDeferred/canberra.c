// Loaded when we first play a sound ourselves.
#include <canberra.h>

#include "deferred.h"

static struct carillon_library canberra = {.name = "libcanberra.so.0"};
#define CANBERRA(function, parameters, arguments) \
  DEFERRED(canberra, int, function, parameters, arguments)

CANBERRA(ca_context_cancel, (ca_context * context, uint32_t id), (context, id))
CANBERRA(ca_context_change_props_full, (ca_context * context, ca_proplist *properties),
         (context, properties))
CANBERRA(ca_context_create, (ca_context * *context), (context))
CANBERRA(ca_context_destroy, (ca_context * context), (context))
CANBERRA(ca_context_play_full,
         (ca_context * context, uint32_t id, ca_proplist *properties, ca_finish_callback_t callback,
          void *data),
         (context, id, properties, callback, data))
CANBERRA(ca_proplist_create, (ca_proplist * *properties), (properties))
CANBERRA(ca_proplist_destroy, (ca_proplist * properties), (properties))
CANBERRA(ca_proplist_sets, (ca_proplist * properties, const char *key, const char *value),
         (properties, key, value))
