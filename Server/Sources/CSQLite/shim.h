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

// The last connection of a file copies the log into it as it closes, and deletes the log; not this one.
static inline void pw_sqlite_keep_log(sqlite3 *db) {
  sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

// Reads all of the write-ahead log and writes it again where it stands, then syncs it. After a sync that failed
// the system may take pages for written that are not; written again, they are written. Call it with the write
// lock.
static inline int pw_sqlite_write_log_again(sqlite3 *db) {
  sqlite3_file *log = 0;
  int code = sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
  if (code != SQLITE_OK || log == 0 || log->pMethods == 0) return code;
  sqlite3_int64 size = 0;
  code = log->pMethods->xFileSize(log, &size);
  if (code != SQLITE_OK || size == 0) return code;
  const int most = 1 << 16;
  char *part = (char *)sqlite3_malloc(most);
  if (part == 0) return SQLITE_NOMEM;
  for (sqlite3_int64 at = 0; code == SQLITE_OK && at < size; at += most) {
    int count = size - at < most ? (int)(size - at) : most;
    code = log->pMethods->xRead(log, part, count, at);
    if (code == SQLITE_OK) code = log->pMethods->xWrite(log, part, count, at);
  }
  sqlite3_free(part);
  return code == SQLITE_OK ? log->pMethods->xSync(log, SQLITE_SYNC_FULL) : code;
}
