# OpenSSL writes the compiler's whole command line into the library, with every folder of the build in it. Makes that file
# before make would, of words that are the same on every machine.
set -eu
mkdir -p crypto
perl "$SOURCE/util/mkbuildinf.pl" "clang --target=$TRIPLE" "$TARGET" >crypto/buildinf.h
