// Libraries that are loaded when one of their functions is first called.
//
// Many users never fetch from the web, read a feed, use a keyring or play a sound. But every loaded
// library takes memory, and so do its dependencies (docs/what-it-costs-is-measured.md). So
// `carillon` is not linked with these libraries. The functions it calls are defined here, with the
// names and prototypes of their headers, and forward to the library. Callers need not know. To call
// another function, add a line for it; without one, the program does not link.
#pragma once

struct carillon_library {
  const char *const name;
  void *handle;
};

// Returns the function `name` of `library`, loading the library if necessary. If it is missing, the
// process ends, as it would at start.
void *carillon_deferred(struct carillon_library *library, const char *name);

// Defines one function: its result, name, parameters, and the arguments to pass on.
#define DEFERRED(library, result, function, parameters, arguments)                            \
  result function parameters {                                                                \
    static __typeof__(&function) real;                                                        \
    __typeof__(&function) found = __atomic_load_n(&real, __ATOMIC_ACQUIRE);                   \
    if (!found) {                                                                             \
      found = (__typeof__(&function))carillon_deferred(&library, #function);                  \
      __atomic_store_n(&real, found, __ATOMIC_RELEASE);                                       \
    }                                                                                         \
    return found arguments;                                                                   \
  }
