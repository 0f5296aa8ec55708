#pragma once
// libuv, with functions in place of casts and macros that Swift cannot write.
#include <stdlib.h>
#include <string.h>
#include <uv.h>
#include <netdb.h>
#include <signal.h>

static inline uv_handle_t *pw_uv_handle(void *p) { return (uv_handle_t *)p; }
// A write to a peer that has gone is an error to be handled, not the end of the process; libuv leaves
// that to its user. A handler of the program's own stays.
static inline void pw_uv_ignore_sigpipe(void) {
  struct sigaction now;
  if (sigaction(SIGPIPE, NULL, &now) == 0 && now.sa_handler == SIG_DFL) signal(SIGPIPE, SIG_IGN);
}
static inline uv_stream_t *pw_uv_stream(uv_tcp_t *p) { return (uv_stream_t *)p; }
