// The functions of libcrypto that xbuild calls.

#ifdef __linux__

#include <openssl/evp.h>

#include "loader.h"

static const char *const names[] = {"libcrypto.so.3", NULL};
static struct loaded_library library = {names, NULL};

FORWARD_OR_FAIL(library, NULL, EVP_MD_CTX *, EVP_MD_CTX_new, (void), ())
FORWARD_OR_FAIL(library, NULL, const EVP_MD *, EVP_sha256, (void), ())
FORWARD_VOID(library, EVP_MD_CTX_free, (EVP_MD_CTX *context), (context))
FORWARD(library, int, EVP_DigestUpdate, (EVP_MD_CTX *context, const void *bytes, size_t count), (context, bytes, count))
FORWARD(
    library, int, EVP_DigestFinal_ex, (EVP_MD_CTX *context, unsigned char *digest, unsigned int *size),
    (context, digest, size))
FORWARD(
    library, int, EVP_DigestInit_ex, (EVP_MD_CTX *context, const EVP_MD *kind, ENGINE *engine), (context, kind, engine))
FORWARD_OR_FAIL(
    library, 0, int, EVP_Digest,
    (const void *bytes, size_t count, unsigned char *digest, unsigned int *size, const EVP_MD *kind, ENGINE *engine),
    (bytes, count, digest, size, kind, engine))

#endif
