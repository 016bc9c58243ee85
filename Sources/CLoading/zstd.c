// The functions of libzstd that xbuild calls.

#ifdef __linux__

#include "loader.h"

// Without this, the header makes the functions visible outside the program.
#define ZSTDLIB_VISIBLE HIDDEN
#include <zstd.h>

static const char *const names[] = {"libzstd.so.1", NULL};
static struct loaded_library library = {names, NULL};

FORWARD_OR_FAIL(library, 0, unsigned, ZSTD_versionNumber, (void), ())
FORWARD(library, unsigned, ZSTD_isError, (size_t code), (code))
FORWARD(
    library, size_t, ZSTD_compress, (void *to, size_t room, const void *from, size_t size, int level),
    (to, room, from, size, level))
FORWARD_OR_FAIL(library, NULL, ZSTD_DStream *, ZSTD_createDStream, (void), ())
FORWARD(library, size_t, ZSTD_freeDStream, (ZSTD_DStream *stream), (stream))
FORWARD(
    library, size_t, ZSTD_decompressStream, (ZSTD_DStream *stream, ZSTD_outBuffer *output, ZSTD_inBuffer *input),
    (stream, output, input))

#endif
