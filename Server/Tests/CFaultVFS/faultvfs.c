#include "faultvfs.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct change {
  struct change *next;
  sqlite3_int64 offset; // where it is written; for a truncation the new size
  int count;            // -1: a truncation
  unsigned char bytes[];
} change;

// What is durable of a file, and what happened to it since.
typedef struct tracked {
  struct tracked *next;
  char *path;
  unsigned char *durable;
  sqlite3_int64 size, room;
  change *first, *last;
} tracked;

typedef struct {
  sqlite3_file base;
  tracked *track;
  sqlite3_file *real;
} file;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sqlite3_vfs *parent;
static sqlite3_vfs vfs;
static tracked *all;
static int is_tracking, is_off, delay, fail_skip, fail_count;
static long syncs, cut_after = -1;
static long long room = -1;
static unsigned long long random_state;

static void free_changes(change *c) {
  while (c) {
    change *next = c->next;
    free(c);
    c = next;
  }
}

static void forget(void) {
  while (all) {
    tracked *next = all->next;
    free_changes(all->first);
    free(all->durable);
    free(all->path);
    free(all);
    all = next;
  }
}

static void resize(tracked *t, sqlite3_int64 size) {
  if (size > t->room) {
    t->room = size * 2 + 65536;
    t->durable = realloc(t->durable, (size_t)t->room);
  }
  if (size > t->size) memset(t->durable + t->size, 0, (size_t)(size - t->size));
  t->size = size;
}

static void apply(tracked *t, const change *c, int count) {
  if (c->count < 0) {
    resize(t, c->offset);
    return;
  }
  if (c->offset + count > t->size) resize(t, c->offset + count);
  memcpy(t->durable + c->offset, c->bytes, (size_t)count);
}

static unsigned long long draw(void) {
  unsigned long long z = random_state += 0x9E3779B97F4A7C15ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

static void clear(tracked *t) {
  free_changes(t->first);
  t->first = t->last = NULL;
}

// A disk writes what it was not told to keep back in any order: each change is lost, torn or whole.
static void apply_some(tracked *t, const change *c) {
  unsigned long long mood = draw() % 4;
  for (; c; c = c->next) {
    unsigned long long fate = draw() % 4;
    if (mood == 0 || (mood < 3 && fate < 2)) continue;
    int count = c->count;
    if (count > 0 && fate == 2) count = (int)(draw() % (unsigned long long)(count + 1));
    apply(t, c, count);
  }
  clear(t);
}

static void note(tracked *t, const void *bytes, int count, sqlite3_int64 offset) {
  change *c = malloc(sizeof(change) + (size_t)(count > 0 ? count : 0));
  c->next = NULL;
  c->offset = offset;
  c->count = count;
  if (count > 0) memcpy(c->bytes, bytes, (size_t)count);
  if (t->last) t->last->next = c;
  else t->first = c;
  t->last = c;
}

// With the lock held: one more operation. Not 0: the power is off.
static int operate(void) {
  if (is_off) return 1;
  if (cut_after >= 0 && cut_after-- == 0) is_off = 1;
  return is_off;
}

// With the lock held.
static tracked *track(const char *path) {
  for (tracked *t = all; t; t = t->next)
    if (strcmp(t->path, path) == 0) return t;
  tracked *t = calloc(1, sizeof(tracked));
  t->path = strdup(path);
  FILE *f = fopen(path, "rb");
  if (f) {
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    rewind(f);
    resize(t, size);
    if (size > 0 && fread(t->durable, 1, (size_t)size, f) != (size_t)size) t->size = 0;
    fclose(f);
  }
  t->next = all;
  all = t;
  return t;
}

static sqlite3_file *real(sqlite3_file *f) { return ((file *)f)->real; }

static int f_close(sqlite3_file *f) { return real(f)->pMethods->xClose(real(f)); }

static int f_read(sqlite3_file *f, void *to, int count, sqlite3_int64 at) {
  if (is_off) return SQLITE_IOERR_READ;
  return real(f)->pMethods->xRead(real(f), to, count, at);
}

static int f_write(sqlite3_file *f, const void *bytes, int count, sqlite3_int64 at) {
  pthread_mutex_lock(&lock);
  int code = SQLITE_OK;
  if (operate()) code = SQLITE_IOERR_WRITE;
  if (code == SQLITE_OK && room >= 0) {
    sqlite3_int64 size = 0;
    real(f)->pMethods->xFileSize(real(f), &size);
    sqlite3_int64 more = at + count - size;
    if (more > room) code = SQLITE_FULL;
    else if (more > 0) room -= more;
  }
  if (code == SQLITE_OK) code = real(f)->pMethods->xWrite(real(f), bytes, count, at);
  tracked *t = ((file *)f)->track;
  if (code == SQLITE_OK && t) note(t, bytes, count, at);
  pthread_mutex_unlock(&lock);
  return code;
}

static int f_truncate(sqlite3_file *f, sqlite3_int64 size) {
  pthread_mutex_lock(&lock);
  int code = operate() ? SQLITE_IOERR_TRUNCATE : real(f)->pMethods->xTruncate(real(f), size);
  tracked *t = ((file *)f)->track;
  if (code == SQLITE_OK && t) note(t, NULL, -1, size);
  pthread_mutex_unlock(&lock);
  return code;
}

static int f_sync(sqlite3_file *f, int flags) {
  if (delay > 0) usleep((useconds_t)delay);
  pthread_mutex_lock(&lock);
  tracked *t = ((file *)f)->track;
  int code = SQLITE_OK;
  syncs++;
  if (operate()) {
    code = SQLITE_IOERR_FSYNC;
  } else if (fail_count > 0 && fail_skip-- <= 0) {
    fail_skip = 0;
    fail_count--;
    code = SQLITE_IOERR_FSYNC;
    // Some of it may have arrived; the rest is never written by a later sync.
    if (t) apply_some(t, t->first);
  } else if (t) {
    // Nothing is asked of the disk: what is durable is known here.
    for (change *c = t->first; c; c = c->next) apply(t, c, c->count);
    clear(t);
  } else {
    code = real(f)->pMethods->xSync(real(f), flags);
  }
  pthread_mutex_unlock(&lock);
  return code;
}

static int f_size(sqlite3_file *f, sqlite3_int64 *size) {
  if (is_off) return SQLITE_IOERR_FSTAT;
  return real(f)->pMethods->xFileSize(real(f), size);
}

static int f_lock(sqlite3_file *f, int kind) { return real(f)->pMethods->xLock(real(f), kind); }
static int f_unlock(sqlite3_file *f, int kind) { return real(f)->pMethods->xUnlock(real(f), kind); }
static int f_reserved(sqlite3_file *f, int *out) {
  return real(f)->pMethods->xCheckReservedLock(real(f), out);
}
static int f_control(sqlite3_file *f, int op, void *argument) {
  return real(f)->pMethods->xFileControl(real(f), op, argument);
}
static int f_sector(sqlite3_file *f) { return real(f)->pMethods->xSectorSize(real(f)); }
static int f_character(sqlite3_file *f) {
  return real(f)->pMethods->xDeviceCharacteristics(real(f));
}
static int f_shm_map(sqlite3_file *f, int page, int size, int extend, void volatile **out) {
  return real(f)->pMethods->xShmMap(real(f), page, size, extend, out);
}
static int f_shm_lock(sqlite3_file *f, int offset, int count, int flags) {
  return real(f)->pMethods->xShmLock(real(f), offset, count, flags);
}
static void f_shm_barrier(sqlite3_file *f) { real(f)->pMethods->xShmBarrier(real(f)); }
static int f_shm_unmap(sqlite3_file *f, int is_last) {
  return real(f)->pMethods->xShmUnmap(real(f), is_last);
}

static const sqlite3_io_methods methods = {
  2, f_close, f_read, f_write, f_truncate, f_sync, f_size, f_lock, f_unlock, f_reserved, f_control,
  f_sector, f_character, f_shm_map, f_shm_lock, f_shm_barrier, f_shm_unmap, NULL, NULL,
};

static int v_open(sqlite3_vfs *v, const char *path, sqlite3_file *f, int flags, int *out) {
  (void)v;
  file *opened = (file *)f;
  memset(opened, 0, sizeof(*opened));
  if (is_off) return SQLITE_CANTOPEN;
  opened->real = (sqlite3_file *)(opened + 1);
  int code = parent->xOpen(parent, path, opened->real, flags, out);
  if (code != SQLITE_OK) return code;
  pthread_mutex_lock(&lock);
  if (is_tracking && path && flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL)) opened->track = track(path);
  pthread_mutex_unlock(&lock);
  opened->base.pMethods = &methods;
  return SQLITE_OK;
}

static int v_delete(sqlite3_vfs *v, const char *path, int sync) {
  (void)v;
  if (is_off) return SQLITE_IOERR_DELETE;
  int code = parent->xDelete(parent, path, sync);
  pthread_mutex_lock(&lock);
  for (tracked *t = all; code == SQLITE_OK && t; t = t->next) {
    if (strcmp(t->path, path) != 0) continue;
    clear(t);
    t->size = 0;
  }
  pthread_mutex_unlock(&lock);
  return code;
}

int pw_fault_register(void) {
  pthread_mutex_lock(&lock);
  int code = SQLITE_OK;
  if (!parent) {
    sqlite3_vfs *found = sqlite3_vfs_find(NULL);
    if (found) {
      // Everything but opening and deleting is the platform's.
      vfs = *found;
      vfs.pNext = NULL;
      vfs.zName = "fault";
      vfs.szOsFile = (int)sizeof(file) + found->szOsFile;
      vfs.xOpen = v_open;
      vfs.xDelete = v_delete;
      parent = found;
      code = sqlite3_vfs_register(&vfs, 0);
    } else {
      code = SQLITE_ERROR;
    }
  }
  pthread_mutex_unlock(&lock);
  return code;
}

void pw_fault_reset(void) {
  pthread_mutex_lock(&lock);
  forget();
  is_tracking = is_off = delay = fail_skip = fail_count = 0;
  syncs = 0;
  cut_after = -1;
  room = -1;
  pthread_mutex_unlock(&lock);
}

void pw_fault_delay_syncs(int microseconds) { delay = microseconds; }

long pw_fault_syncs(void) {
  pthread_mutex_lock(&lock);
  long count = syncs;
  pthread_mutex_unlock(&lock);
  return count;
}

void pw_fault_fail_syncs(int skip, int count) {
  pthread_mutex_lock(&lock);
  fail_skip = skip;
  fail_count = count;
  pthread_mutex_unlock(&lock);
}

void pw_fault_room(long long bytes) {
  pthread_mutex_lock(&lock);
  room = bytes;
  pthread_mutex_unlock(&lock);
}

void pw_fault_track(unsigned long long seed) {
  random_state = seed;
  is_tracking = 1;
}

void pw_fault_cut_after(long operations) {
  pthread_mutex_lock(&lock);
  cut_after = operations;
  pthread_mutex_unlock(&lock);
}

int pw_fault_is_off(void) { return is_off; }

void pw_fault_restore(void) {
  pthread_mutex_lock(&lock);
  for (tracked *t = all; t; t = t->next) {
    apply_some(t, t->first);
    FILE *f = fopen(t->path, "wb");
    if (!f) continue;
    if (t->size > 0) fwrite(t->durable, 1, (size_t)t->size, f);
    fclose(f);
    char shared[4096];
    snprintf(shared, sizeof shared, "%s-shm", t->path);
    unlink(shared);
  }
  forget();
  is_tracking = is_off = 0;
  cut_after = -1;
  fail_count = 0;
  room = -1;
  pthread_mutex_unlock(&lock);
}
