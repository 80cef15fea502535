/* Delays the bus connection that Ayatana asks for, as a busy machine does.
 *
 * Preloaded into the program under test. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

typedef int (*source_function)(void *);
typedef void (*bus_get)(int type, void *cancellable, void *callback, void *data);

struct call {
  bus_get bus_get;
  int type;
  void *cancellable, *callback, *data;
};

static int later(void *data) {
  struct call *call = data;
  call->bus_get(call->type, call->cancellable, call->callback, call->data);
  return 0;
}

void g_bus_get(int type, void *cancellable, void *callback, void *data) {
  static struct call call;
  bus_get original = (bus_get)dlsym(RTLD_NEXT, "g_bus_get");
  Dl_info caller;
  if (!dladdr(__builtin_return_address(0), &caller) || !strstr(caller.dli_fname, "ayatana")) {
    original(type, cancellable, callback, data);
    return;
  }
  unsigned (*add)(unsigned, source_function, void *) =
      (unsigned (*)(unsigned, source_function, void *))dlsym(RTLD_DEFAULT, "g_timeout_add");
  call = (struct call){original, type, cancellable, callback, data};
  add(300, later, &call);
}
