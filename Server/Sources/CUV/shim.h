#pragma once
// libuv, with functions in place of casts and macros that Swift cannot write.
#include <stdlib.h>
#include <string.h>
#include <uv.h>
#include <netdb.h>

static inline uv_handle_t *pw_uv_handle(void *p) { return (uv_handle_t *)p; }
static inline uv_stream_t *pw_uv_stream(uv_tcp_t *p) { return (uv_stream_t *)p; }
