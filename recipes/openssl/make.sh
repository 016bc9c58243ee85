# make.sh build|install: the libraries, and the programs where the option is on: OpenSSL 3.0 always configures them.
set -eu
case $1 in
build) make build_libs ${WITH_APPS:+build_programs} ;;
install) make install_dev ${WITH_APPS:+install_runtime} "DESTDIR=$DESTDIR" ;;
esac
