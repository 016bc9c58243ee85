// libcurl's and libarchive's functions, which Linux loads when the first of them is called.
//
// Both bring some thirty libraries along, and loading those takes longer than many a command: a third of the time that
// xbuild needs to start. Most commands neither download nor unpack anything. The functions have the names and the shapes
// of the libraries' own headers, so that callers see no difference; without the library each set-up function fails as it
// does for lack of memory. Elsewhere there is nothing here, and the libraries are linked as usual.

#pragma once
