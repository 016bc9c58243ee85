// Functions of libcurl, libarchive, libcrypto and libzstd. Linux loads each library at the first call of one of them.
//
// libcurl and libarchive load some thirty libraries, which takes longer than many commands: a third of the time that
// xbuild needs to start. libcrypto's tables take a tenth. Most commands neither download nor unpack anything, and some
// compute no digest. The functions have the names and types of the libraries' own headers, so callers see no
// difference. Without the library, each set-up function fails as it does when memory is short, and libzstd reports
// version 0. On other systems this target is empty, and the libraries are linked as usual.

#pragma once
