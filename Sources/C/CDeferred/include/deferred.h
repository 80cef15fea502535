// Libraries that are loaded when something of them is called for the first time.
//
// Most days nothing is fetched from an address, no feed is read, no keyring is there, or no sound
// is played. Each library that is loaded all the same, and each that it brings along, has pages to
// itself (docs/what-it-costs-is-measured.md). So `carillon` is not linked with these libraries: what
// it calls of them is defined here, under their own names and with the prototypes of their headers,
// and goes on to the library. Nothing else has to know. A function that is not here yet is one
// more line; without it the program does not link.
#pragma once

struct carillon_library {
  const char *const name;
  void *handle;
};

// The function `name` of `library`, which is loaded if it was not; it ends the process where the
// library is missing, as the loader does at start.
void *carillon_deferred(struct carillon_library *library, const char *name);

// One function: its result, its name, its parameters, and what is passed on.
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
