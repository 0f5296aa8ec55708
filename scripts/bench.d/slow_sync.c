// Makes each sync of a file take 2 ms longer, for a benchmark on a disk that is faster than those in production.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

static void pause_2ms(void) {
  struct timespec pause = {0, 2000000};
  nanosleep(&pause, 0);
}

int fsync(int file) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  pause_2ms();
  return real(file);
}

int fdatasync(int file) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  pause_2ms();
  return real(file);
}
