// libcurl's, libarchive's, libcrypto's and libzstd's functions, which Linux loads when the first of them is called.
//
// The first two bring some thirty libraries along, and loading those takes longer than many a command: a third of the time
// that xbuild needs to start, and libcrypto's tables take a tenth. Most commands neither download nor unpack anything, and
// some have nothing to digest. The functions have the names and the shapes of the libraries' own headers, so that callers
// see no difference; without the library each set-up function fails as it does for lack of memory, and libzstd says that
// it is of version 0. Elsewhere there is nothing here, and the libraries are linked as usual.

#pragma once
