#pragma once
#include <sqlite3.h>

// sqlite3_config is variadic.

/// Keeps no statistics of SQLite's memory, for which every allocation takes a lock. Returns
/// SQLITE_MISUSE once SQLite is in use.
static inline int carillon_sqlite_keep_no_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
