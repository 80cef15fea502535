#pragma once

/// True once GLib has been told to allocate its small blocks with `malloc`.
int carillon_heap_is_shared(void);
