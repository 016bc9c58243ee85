import Foundation
import Testing

@testable import Licenses

/// Compares the license texts of a Debian system with the names that Debian gives them.
@Suite struct LicenseTextTests {
    private static let folder = "/usr/share/common-licenses"
    private static var isDebian: Bool { FileManager.default.fileExists(atPath: folder) }

    @Test(
        .enabled(if: isDebian),
        arguments: [
            ("Apache-2.0", "Apache-2.0"), ("Artistic", "Artistic-1.0"), ("CC0-1.0", "CC0-1.0"),
            ("GFDL-1.2", "GFDL-1.2"), ("GFDL-1.3", "GFDL-1.3"), ("GPL-1", "GPL-1.0"), ("GPL-2", "GPL-2.0"),
            ("GPL-3", "GPL-3.0"), ("LGPL-2", "LGPL-2.0"), ("LGPL-2.1", "LGPL-2.1"), ("LGPL-3", "LGPL-3.0"),
            ("MPL-1.1", "MPL-1.1"), ("MPL-2.0", "MPL-2.0"),
        ])
    func `a whole license text is identified as that license alone`(_ file: String, _ identifier: String) throws {
        let path = "\(Self.folder)/\(file)"
        guard FileManager.default.fileExists(atPath: path) else { return }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(LicenseText(text).identifiers == [identifier])
    }

    /// Debian's names that differ from SPDX's, each with SPDX's name; both in lower case.
    private static let names = ["expat": "mit"]
    private static let checked: Set<String> = [
        "expat", "mit", "isc", "bsd-2-clause", "bsd-3-clause", "bsd-4-clause", "zlib", "bsl-1.0", "postgresql",
    ]

    @Test(.enabled(if: isDebian))
    func `most license texts in Debian's copyright files are identified as the license that the file names`() throws {
        var (right, wrong): (Int, [String]) = (0, [])
        for (package, name, text) in Self.stanzas() where Self.checked.contains(name) {
            let wanted = Self.names[name] ?? name
            let found = LicenseText(text).identifiers.map { $0.lowercased() }
            if found.contains(where: { $0 == wanted }) {
                right += 1
            } else {
                wrong.append("\(package): \(name) \(found)")
            }
        }
        guard right + wrong.count >= 20 else { return }
        // Some packages call a text BSD-3-clause that is another license, or omit half of it.
        #expect(Double(right) >= 0.85 * Double(right + wrong.count), "\(wrong.joined(separator: "\n"))")
    }

    /// Returns the license paragraphs of `debian/copyright` files in the machine-readable form (DEP-5).
    private static func stanzas() -> [(package: String, name: String, text: String)] {
        let root = "/usr/share/doc"
        let packages = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).sorted()
        return packages.flatMap { package -> [(String, String, String)] in
            guard let text = try? String(contentsOfFile: "\(root)/\(package)/copyright", encoding: .utf8) else {
                return []
            }
            return text.components(separatedBy: "\n\n").compactMap { stanza in
                guard let field = stanza.range(of: "License: ") else { return nil }
                let lines = stanza[field.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
                guard lines.count > 4 else { return nil }
                let words = lines.dropFirst().joined(separator: "\n")
                return (package, lines[0].lowercased().trimmingCharacters(in: .whitespaces), words)
            }
        }
    }

    @Test(arguments: [
        " * Permission is hereby granted, free of charge, to any person\n * obtaining a copy of this software",
        "dnl PERMISSION IS HEREBY GRANTED free of charge\ndnl to any person obtaining a copy of this software",
    ])
    func `phrases match despite comment marks, upper case, missing commas and line breaks`(_ text: String) {
        let end = ", this permission notice shall be included in all copies"
        #expect(LicenseText(text + end).identifiers == ["MIT"])
        #expect(LicenseText(text).identifiers == ["MIT-0"])
        #expect(LicenseText("x" + text.filter { $0 != " " }).identifiers.isEmpty)
    }

    @Test(arguments: [("This file is in the public domain.", true), ("See the domain's public page.", false)])
    func `a statement about the public domain is recognized and gives no identifier`(_ text: String, _ isPublic: Bool) {
        #expect(LicenseText(text).isPublicDomain == isPublic)
        #expect(LicenseText(text).identifiers.isEmpty)
    }

    @Test func `hostile texts are read in bounded time`() {
        let long = String(repeating: "permission is hereby granted ", count: 100_000)
        #expect(LicenseText(long).identifiers.isEmpty)
        #expect(
            LicenseText(String(decoding: (0..<4096).map { UInt8(truncatingIfNeeded: $0 * 37) }, as: UTF8.self))
                .identifiers.isEmpty)
    }
}
