// Functions of libcurl, libarchive, libcrypto and libzstd. On Linux, this target loads each library at the first call
// of one of its functions.
//
// libcurl and libarchive load about thirty libraries, which would take a third of xbuild's start-up time, and
// libcrypto's tables a tenth: more than the work of many commands. Most commands neither download nor unpack anything,
// and some compute no digest. The functions have the names and types of the libraries' own headers, so callers need no
// changes. Without the library, each initialization function fails as it does without memory, and libzstd reports
// version 0. On other systems this target is empty, and the libraries are linked as usual.

#pragma once
