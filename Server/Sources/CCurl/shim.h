#pragma once
// libcurl, with typed functions in place of its variadic ones.
#include <arpa/inet.h>
#include <curl/curl.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

static inline CURLcode pw_curl_number(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode pw_curl_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode pw_curl_headers(CURL *easy, struct curl_slist *list) {
  return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, list);
}
// The body is copied.
static inline CURLcode pw_curl_body(CURL *easy, const void *bytes, size_t count) {
  CURLcode sized = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  return sized != CURLE_OK ? sized : curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, count == 0 ? "" : (const char *)bytes);
}
static inline CURLcode pw_curl_authorities(CURL *easy, const void *pem, size_t count) {
  struct curl_blob blob = {(void *)pem, count, CURL_BLOB_COPY};
  return curl_easy_setopt(easy, CURLOPT_CAINFO_BLOB, &blob);
}
static inline CURLcode pw_curl_on_bytes(CURL *easy, curl_write_callback call, void *context) {
  CURLcode set = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, call);
  return set != CURLE_OK ? set : curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}
static inline CURLcode pw_curl_on_socket(CURL *easy, curl_opensocket_callback call, void *context) {
  CURLcode set = curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, call);
  return set != CURLE_OK ? set : curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
}

static inline long pw_curl_status(CURL *easy) {
  long status = 0;
  return curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}
// Seconds that the answer asks to wait, 0 where it does not.
static inline int64_t pw_curl_retry_after(CURL *easy) {
  curl_off_t seconds = 0;
  return curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK ? (int64_t)seconds : 0;
}

// One transfer that has ended, or NULL.
static inline CURL *pw_curl_ended(CURLM *multi, CURLcode *result) {
  int left = 0;
  for (CURLMsg *message; (message = curl_multi_info_read(multi, &left)) != NULL;)
    if (message->msg == CURLMSG_DONE) {
      *result = message->data.result;
      return message->easy_handle;
    }
  return NULL;
}

// The bytes of the address that is about to be connected to: 4, 16, or 0 where it is no IP address.
static inline int pw_curl_address(const struct curl_sockaddr *address, uint8_t *bytes) {
  if (address->family == AF_INET && address->addrlen >= sizeof(struct sockaddr_in)) {
    memcpy(bytes, &((const struct sockaddr_in *)(const void *)&address->addr)->sin_addr, 4);
    return 4;
  }
  if (address->family == AF_INET6 && address->addrlen >= sizeof(struct sockaddr_in6)) {
    memcpy(bytes, &((const struct sockaddr_in6 *)(const void *)&address->addr)->sin6_addr, 16);
    return 16;
  }
  return 0;
}
static inline curl_socket_t pw_curl_socket(const struct curl_sockaddr *address) {
  curl_socket_t made = socket(address->family, address->socktype, address->protocol);
  if (made >= 0) fcntl(made, F_SETFD, FD_CLOEXEC);
  return made;
}
static inline curl_socket_t pw_curl_no_socket(void) { return CURL_SOCKET_BAD; }
