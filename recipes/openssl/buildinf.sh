# OpenSSL writes the compiler's whole command line, with every folder of the build, into the library. This script writes
# that file before make does, with words that are the same on every machine.
set -eu
mkdir -p crypto
perl "$SOURCE/util/mkbuildinf.pl" "clang --target=$TRIPLE" "$TARGET" >crypto/buildinf.h
