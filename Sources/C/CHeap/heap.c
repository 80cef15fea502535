// Lets GLib before 2.76 allocate small blocks with malloc, as later ones do.
//
// Its own allocator keeps what it once had: after the settings window was closed, 3 MB more than malloc does,
// and 1 MB more before it is opened. GLib reads this choice before any code of ours runs, so it is made before
// the libraries are initialized. Later GLibs ignore it.
#include "heap.h"

#include <stddef.h>

// Of gslice.h, which declares it for GLib's own tests only.
enum { always_malloc = 1 };
extern void g_slice_set_config(int key, long long value) __attribute__((weak));

static int shared;

static void share(void) {
  if (g_slice_set_config == NULL) return;
  g_slice_set_config(always_malloc, 1);
  shared = 1;
}

static void (*const before_libraries)(void)
    __attribute__((section(".preinit_array"), used)) = share;

int carillon_heap_is_shared(void) { return shared; }
