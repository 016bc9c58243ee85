import Basics

/// The files that `autoreconf --install --force` always overwrites.
///
/// Source: "Auxiliary programs" in automake's manual and "The autoreconf program" in autoconf's; the macros of libtool
/// and gettext that their `libtoolize` and `autopoint` copy.
enum GeneratedFiles {
    private static let names: Set<String> = [
        "Makefile.in", "aclocal.m4", "configure", "INSTALL", "ABOUT-NLS",
        "ar-lib", "compile", "config.guess", "config.rpath", "config.sub", "depcomp", "install-sh", "ltmain.sh",
        "mdate-sh", "missing", "mkinstalldirs", "py-compile", "tap-driver.sh", "test-driver", "texinfo.tex", "ylwrap",
        "libtool.m4", "ltoptions.m4", "ltsugar.m4", "ltversion.m4", "lt~obsolete.m4",
    ]

    /// The text at the start of autoheader's output, whose name differs between sources.
    private static let mark = "by autoheader."

    /// Returns whether autoreconf generates the file.
    ///
    /// - Parameter start: the first bytes of the file.
    static func contains(_ path: RelativePath, start: ArraySlice<UInt8>) -> Bool {
        names.contains(path.name)
            || path.name.hasSuffix(".in") && String(decoding: start, as: UTF8.self).contains(mark)
    }
}
