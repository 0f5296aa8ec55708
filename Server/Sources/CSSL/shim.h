#pragma once
// libssl, with functions in place of the macros that Swift cannot see.
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

static inline int pw_ssl_ctx_min_tls12(SSL_CTX *ctx) { return (int)SSL_CTX_set_min_proto_version(ctx, TLS1_2_VERSION); }
static inline void pw_ssl_ctx_write_mode(SSL_CTX *ctx) {
  SSL_CTX_set_mode(ctx, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}
static inline int pw_ssl_set_sni(SSL *ssl, const char *name) { return (int)SSL_set_tlsext_host_name(ssl, name); }
static inline int pw_ssl_ctx_add_chain(SSL_CTX *ctx, X509 *certificate) { return (int)SSL_CTX_add1_chain_cert(ctx, certificate); }
static inline void pw_ssl_ctx_no_tickets(SSL_CTX *ctx) {
  SSL_CTX_set_num_tickets(ctx, 0);
  SSL_CTX_set_session_cache_mode(ctx, SSL_SESS_CACHE_OFF);
}
static inline int pw_err_is_no_protocol(unsigned long code) { return ERR_GET_LIB(code) == ERR_LIB_SSL && ERR_GET_REASON(code) == SSL_R_TLSV1_ALERT_NO_APPLICATION_PROTOCOL; }
static inline int pw_bio_type_source_sink(void) { return BIO_TYPE_SOURCE_SINK; }
static inline void pw_bio_clear_retry(BIO *bio) { BIO_clear_retry_flags(bio); }
static inline void pw_bio_retry_read(BIO *bio) { BIO_set_retry_read(bio); }
