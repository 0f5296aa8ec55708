#pragma once
// SQLite, with functions in place of macros that Swift cannot read.
#include <sqlite3.h>

// The bytes are copied before the call returns.
static inline int pw_sqlite_bind_text(sqlite3_stmt *s, int i, const char *p, int n) {
  return sqlite3_bind_text(s, i, p, n, SQLITE_TRANSIENT);
}
static inline int pw_sqlite_bind_blob(sqlite3_stmt *s, int i, const void *p, int n) {
  return sqlite3_bind_blob(s, i, p, n, SQLITE_TRANSIENT);
}
// The bytes stay where they are until the statement is reset.
static inline int pw_sqlite_bind_text_in_place(sqlite3_stmt *s, int i, const char *p, int n) {
  return sqlite3_bind_text(s, i, p, n, SQLITE_STATIC);
}
static inline int pw_sqlite_bind_blob_in_place(sqlite3_stmt *s, int i, const void *p, int n) {
  return sqlite3_bind_blob(s, i, p, n, SQLITE_STATIC);
}

// Counting its memory makes SQLite take a lock around each allocation. Before the first connection is opened;
// later it changes nothing.
static inline int pw_sqlite_count_no_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
