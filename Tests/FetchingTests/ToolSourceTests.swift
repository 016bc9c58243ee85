import Actions
import Basics
@testable import Fetching
import Foundation
import Machine
import SystemPackage
import TestSupport
import Testing

/// Tests fetches from Debian and PyPI through apt and pip.
@Suite(.tags(.process))
struct ToolSourceTests {
    let calls = Recorder<[String]>()
    let files = Recorder<String>()
    let lines = Recorder<String>()
    let content = SeededRandom.bytes(500)
    private var pin: SHA256Value { sha256(of: content) }

    /// Fetches with stub programs, whose results `answer` returns.
    private func fetch(
        _ location: Place, into folder: FilePath, environment: [String: String] = ["PATH": "/bin"],
        answer: @escaping @Sendable ([String], FilePath) throws -> ProcessResult
    ) async throws -> FetchedFile {
        var effects = FetchEffects.unimplemented
        effects.environment = environment
        effects.say = { [lines] in lines.add($0) }
        effects.processes.run = { [calls] arguments, environment, folder throws(ProcessFailure) in
            calls.add(arguments + environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
            do { return try answer(arguments, folder) } catch let failure as ProcessFailure { throw failure } catch {
                throw .notStarted("\(error)")
            }
        }
        try FileManager.default.createDirectory(
            atPath: folder.appending("etc").appending("sources.list.d").string, withIntermediateDirectories: true)
        try write(
            Array("URIs: http://m.example/debian\nSuites: one\nComponents: main\nSigned-By: /k.gpg\n".utf8),
            to: folder.appending("etc").appending("sources.list.d").appending("debian.sources"))
        let settings = SourceFetcher.Settings.forTests(aptFolder: folder.appending("etc"))
        return try await SourceFetcher(effects: effects, settings: settings).fetch(
            [location], into: folder.appending("out"))
    }

    private func debian(version: String? = "1.0", file: String = "a_1.0.orig.tar.xz") -> Place {
        .debian(package: "a", version: version, file: file, suites: ["one", "two"], sha256: pin)
    }

    private func index(_ version: String, _ hash: SHA256Value, file: String = "a_1.0.orig.tar.xz") -> ProcessResult {
        ProcessResult(
            status: 0,
            output: """
                Package: a
                Version: 0.9-1
                Checksums-Sha256:
                 \(hash) 10 a_0.9.orig.tar.xz

                Package: a
                Version: \(version)
                Checksums-Sha256:
                 \(sha256(of: [])) 10 a_\(version).dsc
                 \(hash) 500 \(file)

                """)
    }

    @Test func `apt runs in private folders and fetches one kind of file of the matching version`() async throws {
        try await withTemporaryFolder { folder in
            let (index, content, files) = (index("2:1.0-3", pin), content, files)
            let file = try await fetch(debian(), into: folder) { arguments, place in
                guard arguments[0] == "apt-get", arguments[3] == "source" else {
                    for name in ["apt.conf", "sources/xbuild.sources"] where arguments[3] == "update" {
                        files.add(String(decoding: try bytes(of: FilePath("\(place)/\(name)")), as: UTF8.self))
                    }
                    return arguments[0] == "apt-cache" ? index : ProcessResult(status: 0)
                }
                try write(content, to: place.appending("a_1.0.orig.tar.xz"))
                return ProcessResult(status: 0)
            }
            let apt = "\(folder)/out/\(pin).scratch/apt-one-0"
            let tail = ["LC_ALL=C", "PATH=/bin", "TMPDIR=\(apt)"]
            #expect(
                calls.all == [
                    ["apt-get", "-c", "\(apt)/apt.conf", "update"] + tail,
                    ["apt-cache", "-c", "\(apt)/apt.conf", "showsrc", "--only-source", "a"] + tail,
                    ["apt-get", "-c", "\(apt)/apt.conf", "source", "--download-only", "--only-source", "--tar-only"]
                        + ["a=2:1.0-3"] + tail,
                ])
            #expect(file.digest == Digest(of: content))
            #expect(names(in: folder.appending("out")) == [pin.hex])
            #expect(
                files.all.last == """
                    Types: deb-src
                    URIs: http://m.example/debian
                    Suites: one
                    Components: main
                    Signed-By: /k.gpg

                    """)
            let settings = try #require(files.all.first)
            for name in ["Dir::State", "Dir::State::lists", "Dir::Cache", "Dir::Etc::sourceparts"] {
                #expect(settings.contains("\n\(name) \"\(apt)/"), "\(name) is private")
            }
            #expect(!settings.contains("/var/") && settings.contains("#clear APT::Update::Post-Invoke;"))
        }
    }

    /// apt writes a colon as `%3a` into the name of a download.
    @Test(arguments: [("1.0-1", "a_1.0-1_all.deb"), ("2:1.0-1", "a_2%3a1.0-1_all.deb")])
    func `apt fetches a binary package`(_ version: String, _ written: String) async throws {
        try await withTemporaryFolder { folder in
            let (content, files) = (content, files)
            let entry = "Package: a\nVersion: \(version)\nFilename: pool/a/a_1.0-1_all.deb\nSHA256: \(pin)\n"
            let file = try await fetch(debian(version: version, file: "a_1.0-1_all.deb"), into: folder) {
                arguments, place in
                switch arguments[3] {
                case "update":
                    files.add(String(decoding: try bytes(of: place.appending("sources/xbuild.sources")), as: UTF8.self))
                case "download": try write(content, to: place.appending(written))
                default: break
                }
                return ProcessResult(status: 0, output: arguments[0] == "apt-cache" ? entry : "")
            }
            #expect(file.digest == Digest(of: content))
            #expect(
                calls.all.map { Array($0[3...].prefix { !$0.contains("=") || $0.contains("1.0") }) } == [
                    ["update"], ["show", "a"], ["download", "a=\(version)"],
                ])
            #expect(files.all.first?.hasPrefix("Types: deb\nURIs: http://m.example/debian\nSuites: one\n") == true)
        }
    }

    @Test(arguments: [
        ("a_1.dsc", "--dsc-only"), ("a_1.debian.tar.xz", "--diff-only"), ("a_1.diff.gz", "--diff-only"),
        ("a_1.tar.xz", "--tar-only"),
    ])
    func `the file name selects the kind of file that apt downloads`(file: String, option: String) async throws {
        try await withTemporaryFolder { folder in
            let index = index("1.0-1", pin, file: file)
            _ = try? await fetch(debian(file: file), into: folder) { arguments, _ in
                arguments[0] == "apt-cache" ? index : ProcessResult(status: 0)
            }
            #expect(calls.all.contains { $0.contains("source") && $0.contains(option) })
        }
    }

    @Test(arguments: [
        ("no such suite", "`apt-get` ended with status 100: no Release file"),
        ("no such package", "does not hold `a_1.0.orig.tar.xz` of `a`"),
        ("no such version", "does not hold `a_1.0.orig.tar.xz` of `a`"),
        ("other file", "expected sha256 PIN, found OTHER"),
        ("no apt", "needs `apt-get`, which the package `apt` provides"),
    ])
    func `all suites are tried, and one line contains the failure of each`(fault: String, words: String) async throws {
        try await withTemporaryFolder { folder in
            let other = sha256(of: [1])
            let (older, changed) = (index("0.8-1", pin, file: "a_0.8.orig.tar.xz"), index("1.0-1", other))
            _ = try? await fetch(debian(), into: folder) { arguments, _ in
                switch (fault, arguments[0]) {
                case ("no such suite", "apt-get"):
                    ProcessResult(status: 100, output: "Ign:1 x", errors: "W: slow\nE: no Release file\nE: more")
                case ("no such package", "apt-cache"):
                    ProcessResult(status: 100, errors: "W: Unable to locate package a")
                case ("no such version", "apt-cache"): older
                case ("other file", "apt-cache"): changed
                case ("no apt", _): throw ProcessFailure.notFound
                default: ProcessResult(status: 0)
                }
            }
            let why = words.replacing("PIN", with: pin.hex).replacing("OTHER", with: other.hex)
            // No entry names the suite `two`, so the entry that looks like Debian's is used.
            #expect(lines.all == ["`debian a 1.0`: `one`: \(why); `two`: \(why)"])
            #expect(names(in: folder.appending("out")).isEmpty)
        }
    }

    @Test func `names that programs could misread are refused before any program starts`() async throws {
        try await withTemporaryFolder { folder in
            for location: Place in [
                .debian(package: "-oDir=/", version: nil, file: "a", suites: ["one"], sha256: pin),
                .debian(package: "a", version: nil, file: "a", suites: ["one\nTrusted: yes"], sha256: pin),
                .pypi(package: "--index-url=x", version: "1", platform: nil, file: nil, sha256: pin),
            ] {
                _ = try? await fetch(location, into: folder) { _, _ in ProcessResult(status: 0) }
            }
            #expect(calls.all.isEmpty)
            #expect(lines.all.count == 3)
        }
    }

    static let wheel = "zig_lang-0.15.2-py3-none-manylinux_2_12_x86_64.manylinux2010_x86_64.whl"

    @Test(
        arguments: [
            (nil, nil, []), ("any", nil, ["--platform", "any"]), (nil, wheel, ["--platform", "manylinux_2_12_x86_64"]),
        ] as [(String?, String?, [String])])
    func `pip downloads one wheel for the given platform`(platform: String?, file: String?, words: [String])
        async throws
    {
        try await withTemporaryFolder { folder in
            let content = content
            let location = Place.pypi(
                package: "zig-lang", version: "0.15.2", platform: platform, file: file, sha256: pin)
            let fetched = try await fetch(location, into: folder, environment: ["PIP_X": "1"]) { _, place in
                try write(content, to: place.appending(Self.wheel))
                return ProcessResult(status: 0)
            }
            #expect(
                calls.all == [
                    ["python3", "-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check"]
                        + ["--no-cache-dir", "--no-deps", "--no-binary=:none:", "--only-binary=:all:"]
                        + ["--dest", "\(folder)/out/\(pin).scratch"] + words + [
                            "zig-lang==0.15.2", "PIP_X=1", "TMPDIR=\(folder)/out/\(pin).scratch",
                        ]
                ])
            #expect(fetched.digest == Digest(of: content))
            #expect(names(in: folder.appending("out")) == [pin.hex])
        }
    }

    @Test func `a failure of pip is reported in one line`() async throws {
        try await withTemporaryFolder { folder in
            let location = Place.pypi(package: "a", version: "1", platform: nil, file: nil, sha256: pin)
            let answers: [@Sendable () throws -> ProcessResult] = [
                { ProcessResult(status: 1, errors: "/usr/bin/python3: No module named pip\n") },
                { throw ProcessFailure.notFound },
                { ProcessResult(status: 1, errors: "WARNING: x\nERROR: No matching distribution found for a==1\nb") },
                { ProcessResult(status: 0) },
            ]
            for answer in answers { _ = try? await fetch(location, into: folder) { _, _ in try answer() } }
            #expect(
                lines.all == [
                    "`pypi a 1`: needs `pip`, which the package `python3-pip` provides",
                    "`pypi a 1`: needs `python3`, which the package `python3` provides",
                    "`pypi a 1`: `pip` ended with status 1: No matching distribution found for a==1",
                    "`pypi a 1`: does not hold a wheel of `a` 1",
                ])
            #expect(names(in: folder.appending("out")).isEmpty)
        }
    }

    @Test func `a program runs with the given environment and folder, and its end is reported`() async throws {
        try await withTemporaryFolder { folder in
            func run(_ words: String...) async throws -> ProcessResult {
                try await ProcessRunner.live.run(words, ["PATH": "/usr/bin:/bin", "A": "b"], folder)
            }
            let ended = try await run("sh", "-c", "echo $A; pwd -P | wc -l; echo no >&2; exit 3")
            #expect(ended == ProcessResult(status: 3, output: "b\n1\n", errors: "no\n"))
            let killed = try await run("sh", "-c", "kill -9 $$")
            #expect(killed.status == 137)
            await #expect(throws: ProcessFailure.notFound) { try await run("no-such-program") }
            let task = Task { try await run("sleep", "60") }
            task.cancel()
            await #expect(throws: ProcessFailure.cancelled) { try await task.value }
        }
    }
}
