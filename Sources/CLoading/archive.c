// The functions of libarchive that xbuild calls.

#ifdef __linux__

#include <archive.h>
#include <archive_entry.h>

#include "loader.h"

static const char *const names[] = {"libarchive.so.13", NULL};
static struct loaded_library library = {names, NULL};

FORWARD_OR_FAIL(library, NULL, struct archive *, archive_read_new, (void), ())
FORWARD(library, int, archive_read_free, (struct archive *archive), (archive))
FORWARD(library, int, archive_read_support_filter_gzip, (struct archive *archive), (archive))
FORWARD(library, int, archive_read_support_filter_bzip2, (struct archive *archive), (archive))
FORWARD(library, int, archive_read_support_filter_xz, (struct archive *archive), (archive))
FORWARD(library, int, archive_read_support_filter_zstd, (struct archive *archive), (archive))
FORWARD(library, int, archive_read_support_format_tar, (struct archive *archive), (archive))
FORWARD(library, int, archive_read_support_format_zip_seekable, (struct archive *archive), (archive))
FORWARD(
    library, int, archive_read_open_filename, (struct archive *archive, const char *path, size_t size),
    (archive, path, size))
FORWARD(
    library, int, archive_read_open,
    (struct archive *archive, void *data, archive_open_callback *opened, archive_read_callback *read,
     archive_close_callback *closed),
    (archive, data, opened, read, closed))
FORWARD(
    library, int, archive_read_next_header, (struct archive *archive, struct archive_entry **entry), (archive, entry))
FORWARD(
    library, la_ssize_t, archive_read_data, (struct archive *archive, void *bytes, size_t count),
    (archive, bytes, count))
FORWARD(library, int, archive_read_data_skip, (struct archive *archive), (archive))
FORWARD(library, la_int64_t, archive_filter_bytes, (struct archive *archive, int filter), (archive, filter))
FORWARD(library, int, archive_format, (struct archive *archive), (archive))
FORWARD(library, const char *, archive_error_string, (struct archive *archive), (archive))
FORWARD(library, const char *, archive_entry_pathname, (struct archive_entry *entry), (entry))
FORWARD(library, const char *, archive_entry_pathname_utf8, (struct archive_entry *entry), (entry))
FORWARD(library, const char *, archive_entry_hardlink, (struct archive_entry *entry), (entry))
FORWARD(library, const char *, archive_entry_hardlink_utf8, (struct archive_entry *entry), (entry))
FORWARD(library, const char *, archive_entry_symlink, (struct archive_entry *entry), (entry))
FORWARD(library, const char *, archive_entry_symlink_utf8, (struct archive_entry *entry), (entry))
FORWARD(library, __LA_MODE_T, archive_entry_filetype, (struct archive_entry *entry), (entry))
FORWARD(library, __LA_MODE_T, archive_entry_perm, (struct archive_entry *entry), (entry))
FORWARD(library, la_int64_t, archive_entry_size, (struct archive_entry *entry), (entry))

// The functions that write archives.
FORWARD_OR_FAIL(library, NULL, struct archive *, archive_write_new, (void), ())
FORWARD(library, int, archive_write_free, (struct archive *archive), (archive))
FORWARD(library, int, archive_write_set_format_zip, (struct archive *archive), (archive))
FORWARD(library, int, archive_write_set_options, (struct archive *archive, const char *options), (archive, options))
FORWARD(library, int, archive_write_set_bytes_in_last_block, (struct archive *archive, int count), (archive, count))
FORWARD(library, int, archive_write_open_filename, (struct archive *archive, const char *path), (archive, path))
FORWARD(library, int, archive_write_header, (struct archive *archive, struct archive_entry *entry), (archive, entry))
FORWARD(
    library, la_ssize_t, archive_write_data, (struct archive *archive, const void *bytes, size_t count),
    (archive, bytes, count))
FORWARD(library, int, archive_write_close, (struct archive *archive), (archive))
FORWARD(library, struct archive_entry *, archive_entry_new, (void), ())
FORWARD(library, struct archive_entry *, archive_entry_clear, (struct archive_entry *entry), (entry))
FORWARD_VOID(library, archive_entry_free, (struct archive_entry *entry), (entry))
FORWARD_VOID(library, archive_entry_set_pathname_utf8, (struct archive_entry *entry, const char *path), (entry, path))
FORWARD_VOID(
    library, archive_entry_set_symlink_utf8, (struct archive_entry *entry, const char *target), (entry, target))
FORWARD_VOID(library, archive_entry_set_filetype, (struct archive_entry *entry, unsigned int type), (entry, type))
FORWARD_VOID(library, archive_entry_set_perm, (struct archive_entry *entry, __LA_MODE_T mode), (entry, mode))
FORWARD_VOID(library, archive_entry_set_size, (struct archive_entry *entry, la_int64_t size), (entry, size))

#endif
