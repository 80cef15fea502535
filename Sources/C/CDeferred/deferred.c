#include "deferred.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

void *carillon_deferred(struct carillon_library *library, const char *name) {
  void *handle = __atomic_load_n(&library->handle, __ATOMIC_ACQUIRE);
  if (!handle) {
    // dlopen gives simultaneous threads the same handle. Libraries are never unloaded, because
    // GLib's types cannot be.
    handle = dlopen(library->name, RTLD_NOW | RTLD_LOCAL);
    __atomic_store_n(&library->handle, handle, __ATOMIC_RELEASE);
  }
  void *function = handle ? dlsym(handle, name) : NULL;
  if (!function) {
    fprintf(stderr, "carillon: %s\n", dlerror());
    abort();
  }
  return function;
}
