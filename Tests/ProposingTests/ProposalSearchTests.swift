import Basics
import Recipes
import Targets
import Testing

@testable import Proposing

@Suite struct ProposalSearchTests {
    private static let files = [
        "COPYING":
            "Permission is hereby granted, free of charge, to any person obtaining a copy of this permission notice",
        "configure": "#!/bin/sh\n", "configure.ac": "AC_INIT([z],[1.5])\n", "CMakeLists.txt": "project(z C)\n",
    ]
    private static let installed = InstalledFiles(
        paths: ["lib/libz.a", "include/z.h"],
        packages: ["lib/pkgconfig/z.pc": "Name: z\nDescription: z zips files\nURL: http://example.org\nLibs: -lz\n"])
    private static let machine = "configure: error: ./config.sub a-b-c failed"

    private static func failed(_ log: String...) -> Attempt.Result { .failed(reason: "it broke", log: log) }

    private static func search(
        _ files: [String: String] = files, version: String? = "1.0", for words: [String] = ["host"]
    ) throws -> ProposalSearch {
        let source = try RemedyTests.proposal(ProposedBuild(.autotools)).source
        let targets = words.map {
            ProposedTarget(word: $0, targets: Set(TargetSelector($0)?.targets(host: .host) ?? []))
        }
        return try ProposalSearch(
            try #require(PackageName("z")), from: source, version: version.flatMap { Version($0) }, homepage: nil,
            listing: SourceListing(paths: Array(files.keys), texts: files), known: [], for: targets, host: .host)
    }

    @Test func `a source that builds at once needs an attempt on this machine and one for each target`() throws {
        var search = try Self.search(for: ["host", "ios-arm64"])
        #expect(search.takeLines().first == "version: 1.0 (the source's name)")
        #expect(try search.attempt == .install)
        #expect(try search.record(.succeeded(Self.installed)) == .accepted)
        #expect(
            search.takeLines() == [
                "libraries: libz.a (installed by the trial build)", "headers: z.h (installed by the trial build)",
            ])
        #expect(search.proposal.homepage == "https://example.org")
        #expect(search.proposal.summary == "zips files")
        for word in ["host", "ios-arm64"] {
            #expect(try search.attempt == .package(target: word))
            #expect(search.failedTargets == nil)
            #expect(try search.record(.succeeded(nil)) == .accepted)
        }
        #expect(search.takeLines() == ["host: built", "ios-arm64: built"])
        #expect(try search.attempt == nil)
        #expect(search.failedTargets == [])
        #expect(search.takeLines() == [])
    }

    @Test func `after a failure without a remedy, the next build system is tried`() throws {
        var search = try Self.search()
        #expect(search.proposal.build.system == .autotools)
        #expect(try search.record(Self.failed("no such thing")) == .rejected)
        #expect(search.takeLines().contains("autotools: does not build on this machine: it broke"))
        #expect(search.proposal.build.system == .cmake)
        #expect(try search.record(.succeeded(InstalledFiles(paths: ["include/z.h"], packages: [:]))) == .accepted)
        #expect(search.takeLines() == ["cmake: does not build on this machine: it installs no archive"])
        #expect(try search.attempt == nil)
        #expect(search.failedTargets == nil)
    }

    @Test func `after a failure with a remedy, the attempt is repeated`() throws {
        var search = try Self.search()
        _ = search.takeLines()
        #expect(try search.record(Self.failed(Self.machine)) == .remedied)
        #expect(try search.attempt == .install)
        #expect(search.proposal.build.variables["ac_cv_host"] != nil)
        #expect(
            search.takeLines() == ["variables: ac_cv_host, ac_cv_build (`config.sub` does not support the target)"])
    }

    @Test func `after a remedy during packaging, all targets are packaged again`() throws {
        var search = try Self.search(for: ["host", "ios-arm64"])
        _ = try search.record(.succeeded(Self.installed))
        _ = try search.record(.succeeded(nil))
        #expect(try search.record(Self.failed(Self.machine)) == .remedied)
        #expect(try search.attempt == .package(target: "host"))
    }

    @Test func `each build system gets at most six remedies, and so does packaging`() throws {
        var search = try Self.search()
        func exhaust() throws {
            for number in 1...6 {
                let note = "note: include the header <\(search.proposal.build.system.rawValue)\(number).h>"
                #expect(try search.record(Self.failed(note)) == .remedied)
            }
            #expect(try search.record(Self.failed("note: include the header <last.h>")) == .rejected)
        }
        try exhaust()
        try exhaust()
        #expect(search.failedTargets == nil)
        search = try Self.search()
        _ = try search.record(.succeeded(Self.installed))
        try exhaust()
        #expect(search.failedTargets == ["host"])
    }

    @Test func `the recipe does not list targets that failed`() throws {
        var search = try Self.search(for: ["host", "ios-arm64"])
        _ = try search.record(.succeeded(Self.installed))
        _ = search.takeLines()
        _ = try search.record(.succeeded(nil))
        #expect(try search.record(Self.failed("no such thing")) == .rejected)
        #expect(search.failedTargets == ["ios-arm64"])
        #expect(!search.proposal.targets.contains("ios"))
        let lines = search.takeLines()
        #expect(lines.prefix(2) == ["host: built", "ios-arm64: failed: it broke"])
        #expect(lines.last?.hasSuffix("(it did not build for ios-arm64)") == true)
    }

    @Test func `the version is read from build files if the source's name has none`() throws {
        var search = try Self.search(version: nil)
        #expect(search.takeLines().first == "version: 1.5 (`configure.ac`)")
        #expect(throws: ProposingError.noVersion) { try Self.search(["CMakeLists.txt": "project(z C)"], version: nil) }
    }

    @Test func `a source without build files or headers is an error`() throws {
        var search = try Self.search(["COPYING": ""])
        #expect(!search.takeLines().isEmpty)
        #expect(throws: ProposingError.noBuildSystem) { try search.attempt }
        search = try Self.search()
        #expect(throws: ProposingError.noHeaders(search.proposal.name)) {
            _ = try search.record(.succeeded(InstalledFiles(paths: ["lib/libz.a"], packages: [:])))
        }
    }

    // MARK: Licenses

    private static let gnu = "GNU GENERAL PUBLIC LICENSE\nVersion 2, June 1991\n"
    private static let notice = """
        /* This program is free software; you can redistribute it and/or modify it under the terms of the GNU General
         * Public License as published by the Free Software Foundation; either version 2 of the License, or (at your
         * option) any later version. */
        """
    private static let permissive = """
        Permission is hereby granted, free of charge, to any person obtaining a copy of this software, if this permission
        notice shall be included in all copies.
        """

    struct Licensed: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var files: [String: String]
        var license: String
        var texts: String
    }

    static let licensed = [
        Licensed(
            testDescription: "a GNU license and a notice", files: ["COPYING": gnu, "z.c": notice],
            license: "license: GPL-2.0-or-later", texts: "licenses: [COPYING]"),
        Licensed(
            testDescription: "another file name", files: ["LICENSE": permissive], license: "license: MIT",
            texts: "licenses: [LICENSE]"),
        Licensed(
            testDescription: "an unknown text", files: ["LICENSE": "Do as you like.", "README.md": "z"],
            license: "license: LicenseRef-z  # no known license text was found; check the license",
            texts: "licenses: [LICENSE]"),
        Licensed(
            testDescription: "no text but a readme", files: ["README.md": "z zips files", "z.c": "int z;"],
            license: "license: LicenseRef-z  # the source has no license text; check `license` and `licenses`",
            texts: "licenses: [README.md]"),
        Licensed(
            testDescription: "sources alone", files: ["src/z.c": "int z;"],
            license: "license: LicenseRef-z  # the source has no license text; check `license` and `licenses`",
            texts: "licenses: [src/z.c]"),
    ]

    @Test(arguments: licensed)
    func `the recipe has the license that the source states`(_ source: Licensed) throws {
        let build = ["configure": "#!/bin/sh\n", "configure.ac": "AC_INIT([z],[1.5])\n"]
        let search = try Self.search(build.merging(source.files) { $1 })
        let lines = search.proposal.text.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.hasPrefix("license: ") } == [source.license])
        #expect(lines.filter { $0.hasPrefix("licenses: ") } == [source.texts])
        _ = try Recipe.read(Array(search.proposal.text.utf8), file: "recipe.yaml", folder: "z").recipe
    }
}
