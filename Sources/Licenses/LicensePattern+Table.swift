// The phrases that distinguish the texts of licenses, each as short as possible. The identifiers are SPDX's:
// https://spdx.org/licenses/.

extension LicensePattern {
    private static let mit =
        "permission is hereby granted free of charge to any person obtaining a copy of this software"
    private static let mitNotice = "this permission notice shall be included in all copies"
    private static let x11 = "except as contained in this notice the name"
    private static let source = "redistributions of source code must retain the above copyright notice"
    private static let binary = "redistributions in binary form must reproduce the above copyright notice"
    private static let advertising = "all advertising materials mentioning features or use of this software"
    private static let forAnyPurpose = "this software for any purpose with or without fee is hereby granted"
    private static let plainlyMarked = "must be plainly marked as such"
    private static let misrepresented = "the origin of this software must not be misrepresented"
    private static let patents = "no express or implied licenses to any partys patent rights"
    private static let bzip2 = "this program bzip2 the associated library libbzip2"

    /// Phrases of licenses that copied the clauses of BSD and changed them.
    private static let otherThanBSD = [
        "openssl project", "apache software foundation", "apache group",
        "accompanied by information on how to obtain complete source code", bzip2, "php license",
    ]
    /// The third clause of the BSD license, in its common variants.
    private static let endorsement = [
        "endorse or promote products derived from this software",
        "endorse or promote products derived from the software",
    ]

    static let all: [LicensePattern] = permissive + bsd + own + copyleft + dedications

    private static let permissive = [
        LicensePattern("MIT", [mit, mitNotice], without: [x11, "shall be used for good not evil"]),
        LicensePattern("X11", [mit, mitNotice, x11]),
        LicensePattern("JSON", [mit, mitNotice, "shall be used for good not evil"]),
        LicensePattern(
            "MIT-0", [mit], without: [mitNotice, "redistributions of source code must retain", "provided that"]),
        LicensePattern("NCSA", [mit, "redistributions of source code must retain the above copyright notice"]),
        LicensePattern(
            "ISC", [forAnyPurpose, "provided that the above copyright notice and this permission notice appear"],
            without: [x11, "no advertising or publicity"]),
        LicensePattern(
            "curl", [forAnyPurpose, "provided that the above copyright notice and this permission notice appear", x11]),
        LicensePattern("0BSD", [forAnyPurpose], without: ["provided that the above copyright notice"]),
        LicensePattern(
            "HPND", ["this software and its documentation for any purpose", "without fee is hereby granted"],
            without: ["and sell this software", "without a written agreement"]),
        LicensePattern(
            "HPND-sell-variant",
            ["distribute and sell this software and its documentation for any purpose is hereby granted without fee"],
            without: ["the name of sam leffler"]),
        LicensePattern(
            "libtiff", ["distribute and sell this software", "the names of sam leffler and silicon graphics"]),
        LicensePattern("PostgreSQL", ["without fee and without a written agreement is hereby granted"]),
        LicensePattern(
            "TCL", ["the authors hereby grant permission to use copy modify distribute and license this software"]),
        LicensePattern(
            "Zlib", [misrepresented, plainlyMarked], without: ["png reference library", "bzip2"]),
        LicensePattern("libpng-2.0", ["png reference library license version 2", plainlyMarked]),
        LicensePattern(
            "Libpng", ["png reference library is supplied as is", "altered versions must be plainly marked"],
            without: ["png reference library license version 2"]),
        LicensePattern("bzip2-1.0.6", [bzip2, plainlyMarked]),
        LicensePattern("BSL-1.0", ["boost software license version 1 0"]),
        LicensePattern("WTFPL", ["do what the fuck you want to public license"]),
    ]

    private static let bsd = [
        LicensePattern(
            "BSD-1-Clause", [source, "this software is provided by"],
            without: [binary, "redistributions in binary form"] + endorsement + otherThanBSD),
        LicensePattern(
            "BSD-2-Clause", [source, binary], without: [advertising, patents, mit] + endorsement + otherThanBSD),
        LicensePattern(
            "BSD-3-Clause", [source, binary, endorsement[0]], without: [advertising, patents, mit] + otherThanBSD),
        LicensePattern(
            "BSD-3-Clause", [source, binary, endorsement[1]], without: [advertising, patents, mit] + otherThanBSD),
        LicensePattern("BSD-3-Clause-Clear", [source, binary, patents]),
        LicensePattern(
            "BSD-4-Clause", [source, binary, advertising],
            without: otherThanBSD + ["the university of california berkeley and its contributors"]),
        LicensePattern(
            "BSD-4-Clause-UC",
            [source, binary, advertising, "the university of california berkeley and its contributors"]),
        LicensePattern("OpenSSL", [source, advertising, "openssl project"]),
        LicensePattern("Sleepycat", [source, "accompanied by information on how to obtain complete source code"]),
        LicensePattern("Apache-1.1", [source, "apache software foundation", "redistributions in binary form"]),
    ]

    /// Texts that contain the license's name.
    private static let own = [
        LicensePattern("Apache-2.0", ["apache license version 2 0 january 2004"]),
        LicensePattern("MPL-1.1", ["mozilla public license version 1 1", "definitions"]),
        LicensePattern("MPL-2.0", ["mozilla public license version 2 0 1 definitions"]),
        LicensePattern("EPL-1.0", ["eclipse public license v 1 0"]),
        LicensePattern("EPL-2.0", ["eclipse public license v 2 0"]),
        LicensePattern("CDDL-1.0", ["common development and distribution license cddl version 1 0"]),
        LicensePattern("CDDL-1.1", ["common development and distribution license cddl version 1 1"]),
        LicensePattern("EUPL-1.2", ["european union public license v 1 2"]),
        LicensePattern("AFL-2.1", ["academic free license version 2 1"]),
        LicensePattern("AFL-3.0", ["academic free license afl v 3 0"]),
        LicensePattern("Artistic-1.0", ["the artistic license preamble"]),
        LicensePattern("Artistic-2.0", ["the artistic license 2 0"]),
        LicensePattern("UPL-1.0", ["the universal permissive license upl version 1 0"]),
        LicensePattern("OFL-1.1", ["sil open font license version 1 1"]),
        LicensePattern("FTL", ["the freetype project license"]),
        LicensePattern("IJG", ["independent jpeg group", "in exchange you must"], without: []),
        LicensePattern("IJG", ["this software is based in part on the work of the independent jpeg group"]),
        LicensePattern("W3C", ["w3c software notice and license"]),
        LicensePattern("ICU", ["icu license icu 1 8 1 and later"]),
        LicensePattern("Unicode-3.0", ["unicode license v3"]),
        LicensePattern("Unicode-DFS-2016", ["unicode inc license agreement data files and software"]),
        LicensePattern("OLDAP-2.8", ["the openldap public license version 2 8"]),
        LicensePattern("PSF-2.0", ["python software foundation license version 2"]),
        LicensePattern("JasPer-2.0", ["jasper license version 2 0"]),
    ]

    private static let copyleft = [
        LicensePattern("GPL-1.0", ["gnu general public license version 1 february 1989"]),
        LicensePattern("GPL-2.0", ["gnu general public license version 2 june 1991"]),
        LicensePattern("GPL-3.0", ["gnu general public license version 3 29 june 2007"]),
        LicensePattern("AGPL-3.0", ["gnu affero general public license version 3 19 november 2007"]),
        LicensePattern("LGPL-2.0", ["gnu library general public license version 2 june 1991"]),
        LicensePattern("LGPL-2.1", ["gnu lesser general public license version 2 1 february 1999"]),
        LicensePattern("LGPL-3.0", ["gnu lesser general public license version 3 29 june 2007"]),
        LicensePattern("GFDL-1.2", ["gnu free documentation license version 1 2 november 2002"]),
        LicensePattern("GFDL-1.3", ["gnu free documentation license version 1 3 3 november 2008"]),
    ]

    private static let dedications = [
        LicensePattern("CC0-1.0", ["cc0 1 0 universal"]),
        LicensePattern("Unlicense", ["this is free and unencumbered software released into the public domain"]),
        LicensePattern("blessing", ["may you do good and not evil"]),
    ]
}
