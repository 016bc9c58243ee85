import Testing

@testable import Licenses

@Suite struct LicenseVerdictTests {
    @Test(
        arguments: [
            ("/* SPDX-License-Identifier: MIT */", "MIT"),
            ("// SPDX-License-Identifier: Apache-2.0 OR MIT\n", "Apache-2.0 OR MIT"),
            ("# SPDX-License-Identifier: LGPL-2.1+", "LGPL-2.1-or-later"),
            ("# SPDX-License-Identifier: GPL-2.0", "GPL-2.0-only"),
            (
                "it under the terms of the GNU Lesser General\n * Public License as published by the Free Software "
                    + "Foundation; either\n * version 2.1 of the License, or (at your option) any later version.",
                "LGPL-2.1-or-later"
            ),
            ("under the GNU Library General Public License version 2 as published", "LGPL-2.0-only"),
            ("GNU General Public License, version 3 or later", "GPL-3.0-or-later"),
            ("This code is released under the libpng license.", nil),
            ("", nil),
        ] as [(String, String?)])
    func `a source's license notice becomes an SPDX expression`(_ text: String, _ expression: String?) {
        #expect(LicenseNotice(text)?.expression == expression)
    }

    private static let gpl = "GNU GENERAL PUBLIC LICENSE Version 2, June 1991"
    private static let lgpl = "GNU LESSER GENERAL PUBLIC LICENSE Version 2.1, February 1999"
    private static let later = "GNU Lesser General Public License version 2.1, or any later version"
    private static let bsl = "Boost Software License - Version 1.0"

    @Test(
        arguments: [
            ("one license text", [("LICENSE", bsl)], [], "BSL-1.0", ["LICENSE"]),
            (
                "a notice that names one of two licenses", [("COPYING", gpl), ("COPYING.LIB", lgpl)], [("a.h", later)],
                "LGPL-2.1-or-later", ["COPYING.LIB"]
            ),
            ("no notice allows later versions", [("COPYING", lgpl)], [("a.h", "")], "LGPL-2.1-only", ["COPYING"]),
            (
                "two licenses that apply together", [("LICENSE", bsl), ("NOTICE", "cc0 1.0 universal")], [],
                "BSL-1.0 AND CC0-1.0",
                ["LICENSE", "NOTICE"]
            ),
            (
                "only a notice", [("README", "a library")], [("a.h", "SPDX-License-Identifier: ISC")], "ISC",
                ["README"]
            ),
            (
                "the most frequent notice", [("COPYING", gpl), ("COPYING.LIB", lgpl)],
                [("t.c", "GNU General Public License version 2"), ("a.h", later), ("b.h", later)],
                "LGPL-2.1-or-later", ["COPYING.LIB"]
            ),
        ] as [(String, [(String, String)], [(String, String)], String, [String])])
    func `license files and notices in sources determine the license`(
        _ name: String, _ texts: [(String, String)], _ sources: [(String, String)], _ expression: String,
        _ files: [String]
    ) throws {
        let file = { (each: (String, String)) in LicenseVerdict.File(path: each.0, text: each.1) }
        let verdict = try #require(LicenseVerdict(texts: texts.map(file), sources: sources.map(file)))
        #expect(verdict.expression == expression)
        #expect(verdict.files == files)
    }

    @Test func `an unknown text gives no verdict`() {
        #expect(LicenseVerdict(texts: [.init(path: "README", text: "hello")], sources: []) == nil)
    }
}
