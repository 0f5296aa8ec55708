#pragma once
// libmicrohttpd, with functions in place of variadic calls, and the few socket and thread calls around it
// that differ between systems.
#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <time.h>
#include <unistd.h>

// Percent-encoding is left as it came: a decoded "%2F" or "%00" cannot be told from the real one.
static inline size_t pw_mhd_leave_raw(void *cls, struct MHD_Connection *connection, char *text) {
  (void)cls;
  (void)connection;
  return strlen(text);
}

// `own_thread`: the library waits by poll() on a thread of its own; else its user waits for the descriptor of
// pw_mhd_epoll() and calls MHD_run().
static inline struct MHD_Daemon *pw_mhd_start(
    int own_thread, unsigned int limit, unsigned int idle_seconds, size_t memory, MHD_AccessHandlerCallback handler,
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback connected, void *cls,
    const char *certificate, const char *key) {
  unsigned int flags = MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME;
  flags |= own_thread ? MHD_USE_POLL_INTERNAL_THREAD : MHD_USE_EPOLL;
  struct MHD_OptionItem tls[3] = {{MHD_OPTION_END, 0, NULL}, {MHD_OPTION_END, 0, NULL}, {MHD_OPTION_END, 0, NULL}};
  if (certificate != NULL && key != NULL) {
    flags |= MHD_USE_TLS;
    tls[0].option = MHD_OPTION_HTTPS_MEM_CERT;
    tls[0].ptr_value = (void *)certificate;
    tls[1].option = MHD_OPTION_HTTPS_MEM_KEY;
    tls[1].ptr_value = (void *)key;
  }
  return MHD_start_daemon(
      flags, 0, NULL, NULL, handler, cls, MHD_OPTION_NOTIFY_COMPLETED, completed, cls,
      MHD_OPTION_NOTIFY_CONNECTION, connected, cls, MHD_OPTION_UNESCAPE_CALLBACK, pw_mhd_leave_raw, NULL,
      MHD_OPTION_CONNECTION_LIMIT, limit, MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_ARRAY, tls,
      MHD_OPTION_END);
}

static inline int pw_mhd_has_epoll(void) { return MHD_is_feature_supported(MHD_FEATURE_EPOLL) == MHD_YES; }

static inline int pw_mhd_epoll(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info == NULL ? -1 : info->epoll_fd;
}

// How long may be waited until the next time-out of a connection: milliseconds, or -1 for ever.
static inline int pw_mhd_timeout(struct MHD_Daemon *daemon) {
  MHD_UNSIGNED_LONG_LONG milliseconds = 0;
  if (MHD_get_timeout(daemon, &milliseconds) != MHD_YES) return -1;
  return milliseconds > 60000 ? 60000 : (int)milliseconds;
}

static inline int pw_mhd_has_tls(void) { return MHD_is_feature_supported(MHD_FEATURE_TLS) == MHD_YES; }

static inline void *pw_mhd_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? NULL : info->socket_context;
}

static inline int pw_mhd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

// The client's address as text; an IPv4 address that came over an IPv6 socket is written as IPv4.
static inline int pw_mhd_client(struct MHD_Connection *connection, char *text, unsigned int size) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  if (info == NULL || info->client_addr == NULL) return 0;
  socklen_t length =
      info->client_addr->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
  if (getnameinfo(info->client_addr, length, text, size, NULL, 0, NI_NUMERICHOST) != 0) return 0;
  if (strncmp(text, "::ffff:", 7) == 0 && strchr(text, '.') != NULL) memmove(text, text + 7, strlen(text + 7) + 1);
  return 1;
}

// How the body of a request is framed, from all its headers: the library looks at the first of each only.
struct pw_framing {
  int lengths;          // how many Content-Length
  int encodings;        // how many Transfer-Encoding
  int is_chunked;       // the last of them was "chunked" and nothing else
  int expects_continue; // Expect: 100-continue
  uint64_t length;
};

static inline enum MHD_Result pw_framing_header(
    void *cls, enum MHD_ValueKind kind, const char *name, const char *value) {
  struct pw_framing *found = (struct pw_framing *)cls;
  (void)kind;
  switch (name[0] | 0x20) {
  case 'c':
    if (strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH) == 0) {
      found->lengths += 1;
      found->length = 0;
      // The library has refused what is not a number or does not fit.
      for (const char *at = value; at != NULL && *at >= '0' && *at <= '9'; at++)
        found->length = found->length * 10 + (uint64_t)(*at - '0');
    }
    break;
  case 't':
    if (strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING) == 0) {
      found->encodings += 1;
      found->is_chunked = value != NULL && strcasecmp(value, "chunked") == 0;
    }
    break;
  case 'e':
    if (strcasecmp(name, MHD_HTTP_HEADER_EXPECT) == 0)
      found->expects_continue = value != NULL && strcasecmp(value, "100-continue") == 0;
    break;
  default:
    break;
  }
  return MHD_YES;
}

static inline struct pw_framing pw_mhd_framing(struct MHD_Connection *connection) {
  struct pw_framing found = {0, 0, 0, 0, 0};
  MHD_get_connection_values(connection, MHD_HEADER_KIND, pw_framing_header, &found);
  return found;
}

// Writes what fits into the socket's buffer, for an answer that the library has no place for.
static inline void pw_send_once(int socket, const void *bytes, size_t count) {
#ifdef MSG_NOSIGNAL
  (void)!send(socket, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
#else
  (void)!send(socket, bytes, count, MSG_DONTWAIT);
#endif
}

static inline void pw_socket_setup(int socket) {
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK);
}

// A listening socket, or -1 with errno in *error or getaddrinfo's code in *resolving.
static inline int pw_listen(const char *host, int port, int *bound, int *error, int *resolving) {
  struct addrinfo hints, *found = NULL;
  char service[8];
  memset(&hints, 0, sizeof hints);
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  snprintf(service, sizeof service, "%d", port);
  *error = *resolving = *bound = 0;
  if ((*resolving = getaddrinfo(host, service, &hints, &found)) != 0) return -1;
  int listener = -1;
  for (struct addrinfo *at = found; at != NULL; at = at->ai_next) {
    int on = 1, off = 0;
    listener = socket(at->ai_family, at->ai_socktype, at->ai_protocol);
    if (listener < 0) {
      *error = errno;
      continue;
    }
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (at->ai_family == AF_INET6) setsockopt(listener, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(listener, at->ai_addr, at->ai_addrlen) == 0 && listen(listener, 1024) == 0) break;
    *error = errno;
    close(listener);
    listener = -1;
  }
  freeaddrinfo(found);
  if (listener < 0) return -1;
  pw_socket_setup(listener);
  struct sockaddr_storage own;
  socklen_t length = sizeof own;
  if (getsockname(listener, (struct sockaddr *)&own, &length) == 0)
    *bound = ntohs(
        own.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&own)->sin6_port : ((struct sockaddr_in *)&own)->sin_port);
  return listener;
}

// Waits for a connection. -1: the other end of `wake` was closed.
static inline int pw_accept(int listener, int wake) {
  int without = 0; // out of descriptors: wait for one without looking at the listener
  for (;;) {
    struct pollfd waits[2] = {{wake, POLLIN, 0}, {listener, POLLIN, 0}};
    if (poll(waits, without ? 1 : 2, without ? 50 : -1) < 0 && errno != EINTR) return -1;
    if (waits[0].revents != 0) return -1;
    int socket = accept(listener, NULL, NULL);
    if (socket >= 0) {
      int on = 1;
      pw_socket_setup(socket);
      setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      return socket;
    }
    without = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
  }
}

// A pipe that hands sockets over and calls its reader: 0, or -1 with errno. Neither end blocks.
enum { PW_INBOX_EMPTY = -1, PW_INBOX_CLOSED = -2, PW_INBOX_CALL = -3 };
static inline int pw_inbox_open(int *read_end, int *write_end) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  *read_end = ends[0];
  *write_end = ends[1];
  return 0;
}
static inline int pw_inbox_put(int write_end, int socket) {
  ssize_t written;
  do written = write(write_end, &socket, sizeof socket);
  while (written < 0 && errno == EINTR);
  return written == sizeof socket;
}
// A socket, or what there is in place of one.
static inline int pw_inbox_take(int read_end) {
  int socket = PW_INBOX_EMPTY;
  ssize_t count = read(read_end, &socket, sizeof socket);
  return count == sizeof socket ? socket : count == 0 ? PW_INBOX_CLOSED : PW_INBOX_EMPTY;
}

// Waits for one of the two. Whether the second has something.
static inline int pw_wait(int first, int second, int milliseconds) {
  struct pollfd waits[2] = {{first, POLLIN, 0}, {second, POLLIN, 0}};
  return poll(waits, 2, milliseconds) > 0 && waits[1].revents != 0;
}

// Hands a socket to the library, which closes it where that fails.
// 0: no connection was made of it, and the socket is closed.
static inline int pw_mhd_add(struct MHD_Daemon *daemon, int socket) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  memset(&address, 0, sizeof address);
  if (getpeername(socket, (struct sockaddr *)&address, &length) != 0) {
    close(socket); // it has gone already
    return 0;
  }
  return MHD_add_connection(daemon, socket, (struct sockaddr *)&address, length) == MHD_YES;
}

// A number for the running thread, never 0.
static inline uintptr_t pw_thread(void) { return (uintptr_t)pthread_self(); }

// At most 15 characters, for people who look at what the process does.
static inline void pw_name_thread(const char *name) {
#ifdef __linux__
  prctl(PR_SET_NAME, name);
#else
  pthread_setname_np(name);
#endif
}

static inline void pw_pause_millisecond(void) {
  struct timespec pause = {0, 1000000};
  nanosleep(&pause, NULL);
}

static inline int64_t pw_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// 0, or an error number.
static inline int pw_thread_start(uintptr_t *thread, void *(*run)(void *), void *argument) {
  pthread_t started;
  int failed = pthread_create(&started, NULL, run, argument);
  if (failed == 0) *thread = (uintptr_t)started;
  return failed;
}

static inline void pw_thread_join(uintptr_t thread) { pthread_join((pthread_t)thread, NULL); }
static inline int pw_errno(void) { return errno; }
