#pragma once
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/cms.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Macros and variadic functions, which Swift cannot call.

static inline EVP_PKEY *pw_generate_p256(void) {
  return EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
}

static inline EVP_PKEY *pw_generate_rsa(size_t bits) {
  return EVP_PKEY_Q_keygen(NULL, NULL, "RSA", bits);
}

static const int pw_utf8_text = MBSTRING_UTF8;

static inline long pw_bio_memory(BIO *bio, char **start) {
  return BIO_get_mem_data(bio, start);
}


// Never asks on a terminal: an encrypted key is an error.
static inline int pw_no_password(char *buffer, int size, int writing, void *context) {
  (void)buffer;
  (void)size;
  (void)writing;
  (void)context;
  return -1;
}

static inline EVP_PKEY *pw_read_private_key(BIO *bio) {
  return PEM_read_bio_PrivateKey(bio, NULL, pw_no_password, NULL);
}

static inline EVP_PKEY *pw_read_public_key(BIO *bio) {
  return PEM_read_bio_PUBKEY(bio, NULL, pw_no_password, NULL);
}

// One extension in OpenSSL's configuration syntax. 1 on success.
static inline int pw_add_extension(X509 *certificate, X509 *issuer, int nid, const char *value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
  context.db = NULL;
  X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, nid, value);
  if (extension == NULL) return 0;
  int done = X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
  return done;
}

// A context for HMAC with SHA-256 without a key yet, or NULL. Both are looked up by their names here.
static inline EVP_MAC_CTX *pw_hmac_sha256_new(void) {
  EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
  EVP_MAC_CTX *context = mac == NULL ? NULL : EVP_MAC_CTX_new(mac);
  EVP_MAC_free(mac); // the context holds it
  char digest[] = "SHA256";
  OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string("digest", digest, 0), OSSL_PARAM_construct_end()};
  if (context != NULL && EVP_MAC_CTX_set_params(context, params) == 1) return context;
  EVP_MAC_CTX_free(context);
  return NULL;
}
