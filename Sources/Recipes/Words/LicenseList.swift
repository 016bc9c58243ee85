/// The SPDX identifiers that C libraries commonly use. Add missing identifiers here; a license without an identifier is
/// written `LicenseRef-NAME`.
///
/// Source: the SPDX license list, https://spdx.org/licenses/.
enum LicenseList {
    static let licenses: [String] = [
        "0BSD", "AFL-2.1", "AFL-3.0", "AGPL-3.0-only", "AGPL-3.0-or-later", "Apache-1.1", "Apache-2.0", "Artistic-1.0",
        "Artistic-2.0", "BSD-1-Clause", "BSD-2-Clause", "BSD-2-Clause-Patent", "BSD-3-Clause", "BSD-3-Clause-Clear",
        "BSD-4-Clause", "BSD-4-Clause-UC", "BSD-Source-Code", "BSL-1.0", "BlueOak-1.0.0", "blessing", "bzip2-1.0.6",
        "CC-BY-3.0", "CC-BY-4.0", "CC-BY-SA-3.0", "CC-BY-SA-4.0", "CC0-1.0", "CDDL-1.0", "CDDL-1.1", "CPL-1.0", "curl",
        "ECL-2.0", "EPL-1.0", "EPL-2.0", "EUPL-1.2", "FSFAP", "FSFUL", "FSFULLR", "FTL", "GFDL-1.2-or-later",
        "GFDL-1.3-only", "GFDL-1.3-or-later", "GPL-1.0-or-later", "GPL-2.0-only", "GPL-2.0-or-later", "GPL-3.0-only",
        "GPL-3.0-or-later", "HPND", "HPND-sell-variant", "ICU", "IJG", "Info-ZIP", "ISC", "JasPer-2.0", "JSON",
        "LGPL-2.0-only", "LGPL-2.0-or-later", "LGPL-2.1-only", "LGPL-2.1-or-later", "LGPL-3.0-only",
        "LGPL-3.0-or-later", "libpng-1.6.35", "libpng-2.0", "Libpng", "libtiff", "MIT", "MIT-0", "MIT-Modern-Variant",
        "MPL-1.1", "MPL-2.0", "MS-PL", "NCSA", "NTP", "OFL-1.1", "OLDAP-2.8", "OpenSSL", "PostgreSQL", "PSF-2.0",
        "Python-2.0", "Ruby", "SGI-B-2.0", "SISSL", "Sleepycat", "TCL", "Unicode-3.0", "Unicode-DFS-2016", "Unlicense",
        "UPL-1.0", "Vim", "W3C", "WTFPL", "X11", "XFree86-1.1", "Zlib", "zlib-acknowledgement", "ZPL-2.1",
    ]

    /// Common other names of the licenses, in lower case.
    static let aliases: [String: String] = [
        "agpl-3.0": "AGPL-3.0-only", "agplv3": "AGPL-3.0-only", "apache": "Apache-2.0", "apache2": "Apache-2.0",
        "apachev2": "Apache-2.0", "boost": "BSL-1.0", "bsd": "BSD-3-Clause", "bsd2": "BSD-2-Clause",
        "bsd3": "BSD-3-Clause", "expat": "MIT", "gpl-2.0": "GPL-2.0-only", "gpl-3.0": "GPL-3.0-only",
        "gplv2": "GPL-2.0-only", "gplv2+": "GPL-2.0-or-later", "gplv3": "GPL-3.0-only", "gplv3+": "GPL-3.0-or-later",
        "lgpl-2.0": "LGPL-2.0-only", "lgpl-2.1": "LGPL-2.1-only", "lgpl-3.0": "LGPL-3.0-only",
        "lgplv2.1": "LGPL-2.1-only", "lgplv3": "LGPL-3.0-only", "public-domain": "CC0-1.0", "mplv2": "MPL-2.0",
    ]

    static let exceptions: [String] = [
        "Autoconf-exception-2.0", "Autoconf-exception-3.0", "Bison-exception-2.2", "Classpath-exception-2.0",
        "Font-exception-2.0", "GCC-exception-2.0", "GCC-exception-3.1", "Libtool-exception", "Linux-syscall-note",
        "LLVM-exception", "OpenJDK-assembly-exception-1.0", "openvpn-openssl-exception", "Swift-exception",
        "u-boot-exception-2.0", "WxWindows-exception-3.1",
    ]
}
