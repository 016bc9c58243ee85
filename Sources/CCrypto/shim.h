// OpenSSL 3 marks the functions of SHA-256 that do not load a provider as deprecated.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
