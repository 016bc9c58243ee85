// The functions of libcrypto that xbuild calls.

#ifdef __linux__

// SHA256_Init and its relatives are the functions that compute SHA-256 without first loading a provider and OpenSSL's
// configuration file. OpenSSL 3 marks them as deprecated.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include "loader.h"

static const char *const names[] = {"libcrypto.so.3", NULL};
static struct loaded_library library = {names, NULL};

FORWARD_OR_FAIL(library, 0, int, SHA256_Init, (SHA256_CTX *context), (context))
FORWARD(library, int, SHA256_Update, (SHA256_CTX *context, const void *bytes, size_t count), (context, bytes, count))
FORWARD(library, int, SHA256_Final, (unsigned char *digest, SHA256_CTX *context), (digest, context))

#endif
