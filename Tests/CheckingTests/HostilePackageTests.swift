import Foundation
import TestSupport
import Testing

@testable import Checking

/// Packages made to hang or crash the program: each is checked quickly and gives the expected findings.
@Suite(.timeLimit(.minutes(10)), .tags(.process)) struct HostilePackageTests {
    private static func plist(_ description: String, _ bytes: @escaping @Sendable () -> [UInt8]) -> PlantedFault {
        PlantedFault(description, [.plistUnreadable], in: { .xcframework() }) { $0.files["Info.plist"] = bytes() }
    }

    private static func nested(_ opening: String, _ count: Int = 50000) -> [UInt8] {
        Array(("<plist>" + String(repeating: opening, count: count)).utf8)
    }

    static let all: [PlantedFault] = [
        plist("arrays with a blank in the tag") { nested("<array >") },
        plist("dictionaries with a blank in the tag") { nested("<dict ><key>a</key>") },
        plist("arrays that comments seem to close") { nested("<array><!-- </array> -->") },
        plist("arrays that attributes seem to close") { nested("<array a=\"</array>\">") },
        plist("arrays that values in quotes seem to close") { nested("<array a=\"> </array>\">") },
        plist("arrays that attributes seem to make empty") { nested("<array a=\"/>\">") },
        plist("arrays after an attribute of the root that seems to close them") {
            Array("<plist a=\">".utf8) + nested("</array>") + Array("\">".utf8) + nested("<array>")
        },
        plist("arrays after a comment that seems to end as it begins") {
            Array("<!--> <? --><plist>".utf8) + nested("<array>")
        },
        plist("arrays after an instruction that seems to end as it begins") {
            Array("<?> <!-- ?><plist>".utf8) + nested("<array>")
        },
        plist("`plist` elements in `plist` elements") { nested("<plist>") },
        plist("nested lists in NeXTSTEP's format") { Array(String(repeating: "(", count: 100_000).utf8) },
        plist("arrays in UTF-16") {
            let text = String(decoding: nested("<array>"), as: UTF8.self)
            return [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        },
        plist("an array that contains itself") { BinaryPlists.circle },
        plist("arrays that each contain the next one twice") { BinaryPlists.doubling },
        plist("thirty thousand binary arrays") { BinaryPlists.deep },
        plist("a long text a thousand times") { BinaryPlists.repeated },
        PlantedFault("lists that texts seem to close", [.bundleInfoUnreadable], in: { .bundle() }) {
            $0[text: "info.json"] = String(repeating: "[\"]\",", count: 50000)
        },
        PlantedFault("a manifest of a hundred thousand open brackets", [.manifestUnreadable], in: { .swiftPackage() }) {
            $0.manifests["Package.swift"] = .dumped(Array(String(repeating: "{\"a\":[", count: 50000).utf8))
        },
        PlantedFault("a manifest of 5 MB", [.manifestUnreadable], in: { .swiftPackage() }) {
            $0.manifests["Package.swift"] = .dumped([UInt8](repeating: 0x20, count: 5 << 20))
        },
    ]

    private static func info(_ artifacts: String) -> String {
        "{\"schemaVersion\": \"1.0\", \"artifacts\": {\(artifacts)}}"
    }

    private static func repeated(_ count: Int, _ separator: String = ",", _ text: (Int) -> String) -> String {
        (0..<count).map(text).joined(separator: separator)
    }

    private static func list(_ count: Int, _ finds: Set<Check>, _ entry: @escaping @Sendable (Int) -> String)
        -> PlantedFault
    {
        PlantedFault("\(count) libraries", finds, in: { .xcframework() }) {
            let text = repeated(count, "", entry)
            $0[text: "Info.plist"] = """
                <plist><dict><key>AvailableLibraries</key><array>\(text)</array>
                <key>CFBundlePackageType</key><string>XFWK</string>
                <key>XCFrameworkFormatVersion</key><string>1.0</string></dict></plist>
                """
        }
    }

    /// Packages whose descriptive files have so many or so long entries that reading each entry would take hours.
    static let endless: [PlantedFault] = [
        list(10000, [.plistLibraries, .identifierTwice, .platformTwice, .sliceUnlisted]) { _ in
            """
            <dict><key>LibraryIdentifier</key><string>ios-arm64</string><key>LibraryPath</key><string>libz.a</string>
            <key>HeadersPath</key><string>Headers</string><key>SupportedPlatform</key><string>ios</string>
            <key>SupportedArchitectures</key><array><string>arm64</string></array></dict>
            """
        },
        PlantedFault("10000 variants", [.bundleVariants], in: { .bundle() }) {
            let variant = "{\"path\": \"x86_64-unknown-linux-gnu/libz.a\", \"supportedTriples\": []}"
            let variants = repeated(10000) { _ in variant }
            $0[text: "info.json"] = info("\"Z\": {\"variants\": [\(variants)]}")
        },
        PlantedFault("20000 artifacts", [.bundleVariants], in: { .bundle() }) {
            $0[text: "info.json"] = info(repeated(20000) { "\"Z\($0)\": {}" })
        },
        PlantedFault("a key of a megabyte", [.bundleKey], in: { .bundle() }) {
            let key = String(repeating: "schemaVersion", count: 80000)
            $0.replace("{\"schemaVersion\"", "{\"\(key)\": 1, \"schemaVersion\"", in: "info.json")
        },
        PlantedFault("a path of slashes", [.bundlePath, .bundleUnlisted], in: { .bundle() }) {
            let path = "x86_64-unknown-linux-gnu/libz.a"
            $0.replace("\"\(path)\"", "\"z\(String(repeating: "/", count: 1_000_000))\"", in: "info.json")
        },
        PlantedFault("one XCFramework in 10000 targets", [], in: { .swiftPackage() }) {
            let target = #"{"name": "ZApple", "type": "binary", "path": "Artifacts/Z.xcframework", "#
            let rest = #""dependencies": [], "settings": []},"#
            $0.replaceInDump(target + rest, repeated(10000, "\n") { _ in target + rest })
        },
        PlantedFault("20000 products of nothing", [], in: { .swiftPackage() }) {
            $0.replaceInDump("\"ZRemote\"]", "\"ZRemote\", \(repeated(20000) { "\"ZRemote\($0)\"" })]")
        },
        PlantedFault("variables that refer to each other", [], in: { .prefix() }) {
            let doubling = repeated(30, "\n") { "v\($0)=${v\($0 + 1)}${v\($0 + 1)}" }
            $0[text: "lib/pkgconfig/z.pc"] += "\n\(doubling)\nv30=x\ncircle=${circle}${circle}\n"
            $0.replace("Libs:", "Libs: ${v0} ${circle}", in: "lib/pkgconfig/z.pc")
            $0.replace("-L${libdir} -lz", "", in: "lib/pkgconfig/z.pc")
        },
        PlantedFault("a variable of a megabyte a hundred thousand times", [], in: { .prefix() }) {
            $0[text: "lib/pkgconfig/z.pc"] += "\nlong=\(String(repeating: "x", count: 1_000_000))\n"
            let names = String(repeating: "${long}", count: 100_000)
            $0.replace("-L${libdir} -lz", names, in: "lib/pkgconfig/z.pc")
        },
        PlantedFault("50000 variables", [], in: { .prefix() }) {
            let variables = repeated(50000, "\n") { "v\($0)=" }
            $0[text: "lib/pkgconfig/z.pc"] += "\n" + variables
            $0.replace("-lz", "-lz \(repeated(50000, "") { "${v\($0)}" })", in: "lib/pkgconfig/z.pc")
        },
    ]

    @Test(arguments: all + endless)
    func `a package made to hang or crash the program gives exactly the expected findings`(_ fault: PlantedFault) {
        let report = PackageChecker.check(fault.packages().map(\.package))
        #expect(Set(report.findings.map(\.check)) == fault.finds, "\(report.text.prefix(2000))")
    }

    @Test func `control characters of a package do not reach the terminal`() {
        var sample = SamplePackage.bundle()
        sample.replace("\"schemaVersion\": \"1.0\"", "\"schemaVersion\": \"\\u001b[2J\\n\\u202e\"", in: "info.json")
        let report = PackageChecker.check([sample.package])
        #expect(report.findings.map(\.message) == ["`schemaVersion` is `\\u{1B}[2J\\n\\u{202E}`"])
        sample.replace("\\u001b[2J", String(repeating: "long", count: 5000), in: "info.json")
        #expect(PackageChecker.check([sample.package]).text.count < 2000)
    }

    @Test(arguments: [.bundle(), .xcframework(), .frameworks(), .swiftPackage(), .prefix()] as [SamplePackage])
    func `a package with changed, missing or repeated bytes is checked to the end`(_ clean: SamplePackage) {
        var numbers = SeededRandom(seed: 1)
        let marks = Array("\"'<>/(){}[]#\\$:;,=&!*.\n\0\u{BD}".utf8)
        let names = clean.files.keys.filter { !$0.hasSuffix(".a") && !$0.hasSuffix("/Z") }.sorted()
        for name in names {
            for _ in 0..<Self.mutations {
                var sample = clean
                var bytes = clean.files[name] ?? []
                let place = Int.random(in: 0..<bytes.count, using: &numbers)
                let end = Int.random(in: place...bytes.count, using: &numbers)
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0: bytes[place] = marks.randomElement(using: &numbers) ?? 0
                case 1: bytes.insert(marks.randomElement(using: &numbers) ?? 0, at: place)
                case 2: bytes.removeSubrange(place..<end)
                default: bytes.insert(contentsOf: bytes[place..<end], at: place)
                }
                sample.files[name] = bytes
                let report = PackageChecker.check([sample.package])
                #expect(report.findings.count < 1000)
            }
        }
    }

    private static let mutations = 8

    // MARK: On the disk

    /// Checks the package in a folder; these checks need no digests.
    private func check(_ folder: TemporaryFolder) throws -> CheckReport {
        let files = try PackageFiles.folder("\(folder.path)/Z.xcframework", name: "Z.xcframework") { _ in "" }
        return PackageChecker.check([files])
    }

    private func space() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (path, bytes) in SamplePackage.xcframework().files {
            try folder.write("", to: "Z.xcframework/\(path)")
            try Data(bytes).write(to: URL(filePath: "\(folder.path)/Z.xcframework/\(path)"))
        }
        return folder
    }

    /// Changes that a shell makes to the package, and the checks that find them.
    static let changes: [(name: String, words: String, finds: [Check])] = [
        ("no change", ":", []),
        (
            "a link to a pipe", "mkfifo pipe; ln -sf ../pipe ios-arm64/libz.a",
            [.linkOutside, .libraryPath, .binaryPath]
        ),
        ("a pipe", "rm LICENSE; mkfifo LICENSE", [.licenseMissing]),
        ("cyclic links", "ln -s b a; ln -s a b; ln -s c c", [.linkOutside]),
        ("links that lead out of the package", "ln -s /dev/zero zero; ln -s ../.. up", [.linkOutside]),
        ("links inside the package", "mv ios-arm64/libz.a z; ln -s ../z ios-arm64/libz.a; ln -s ios-arm64 folder", []),
        ("a description of a gigabyte", "truncate -s 1G Info.plist", [.plistUnreadable]),
        ("a module map of a gigabyte", "truncate -s 1G ios-arm64/Headers/Z/module.modulemap", [.moduleMapUnreadable]),
        ("names with invalid UTF-8 or a line end", #"touch "$(printf 'a\377b')" "$(printf 'a\nb')""#, []),
        ("150 nested folders", "for n in $(seq 150); do mkdir 12345678901234567890; cd 12345678901234567890; done", []),
    ]

    @Test(arguments: changes)
    func `pipes, bad links and huge files are not read`(_ row: (name: String, words: String, finds: [Check])) throws {
        let folder = try space()
        try folder.need("sh", ["-c", "cd Z.xcframework\n" + row.words])
        let report = try check(folder)
        #expect(Set(report.findings.map(\.check)) == Set(row.finds), "\(row.name): \(report.text)")
        try folder.need("rm", ["-rf", "Z.xcframework"])
    }
}
