// The functions of libcrypto that xbuild calls.

#ifdef __linux__

// SHA256_Init and its relatives are the functions that compute SHA-256 without first loading a provider and OpenSSL's
// configuration file. OpenSSL 3 marks them as deprecated.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#include "loader.h"

static const char *const names[] = {"libcrypto.so.3", NULL};
static struct loaded_library library = {names, NULL};

FORWARD_OR_FAIL(library, 0, int, SHA256_Init, (SHA256_CTX *context), (context))
FORWARD(library, int, SHA256_Update, (SHA256_CTX *context, const void *bytes, size_t count), (context, bytes, count))
FORWARD(library, int, SHA256_Final, (unsigned char *digest, SHA256_CTX *context), (digest, context))

// Ed25519. The first call loads a provider and OpenSSL's configuration file, which takes milliseconds.
FORWARD_OR_FAIL(library, 0, int, RAND_priv_bytes, (unsigned char *bytes, int count), (bytes, count))
FORWARD_OR_FAIL(
    library, NULL, EVP_PKEY *, EVP_PKEY_new_raw_private_key,
    (int type, ENGINE *engine, const unsigned char *key, size_t count), (type, engine, key, count))
FORWARD_OR_FAIL(
    library, NULL, EVP_PKEY *, EVP_PKEY_new_raw_public_key,
    (int type, ENGINE *engine, const unsigned char *key, size_t count), (type, engine, key, count))
FORWARD(
    library, int, EVP_PKEY_get_raw_public_key, (const EVP_PKEY *key, unsigned char *bytes, size_t *count),
    (key, bytes, count))
FORWARD_VOID(library, EVP_PKEY_free, (EVP_PKEY * key), (key))
FORWARD_OR_FAIL(library, NULL, EVP_MD_CTX *, EVP_MD_CTX_new, (void), ())
FORWARD_VOID(library, EVP_MD_CTX_free, (EVP_MD_CTX * context), (context))
FORWARD(
    library, int, EVP_DigestSignInit,
    (EVP_MD_CTX * context, EVP_PKEY_CTX **parameters, const EVP_MD *type, ENGINE *engine, EVP_PKEY *key),
    (context, parameters, type, engine, key))
FORWARD(
    library, int, EVP_DigestSign,
    (EVP_MD_CTX * context, unsigned char *signature, size_t *size, const unsigned char *bytes, size_t count),
    (context, signature, size, bytes, count))
FORWARD(
    library, int, EVP_DigestVerifyInit,
    (EVP_MD_CTX * context, EVP_PKEY_CTX **parameters, const EVP_MD *type, ENGINE *engine, EVP_PKEY *key),
    (context, parameters, type, engine, key))
FORWARD(
    library, int, EVP_DigestVerify,
    (EVP_MD_CTX * context, const unsigned char *signature, size_t size, const unsigned char *bytes, size_t count),
    (context, signature, size, bytes, count))

#endif
