import Foundation
import Testing

@testable import Checking

/// Packages that somebody made to hang or to end the program: each is refused in no time.
@Suite(.timeLimit(.minutes(1))) struct HostilePackageTests {
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
        plist("arrays in UTF-16") {
            let text = String(decoding: nested("<array>"), as: UTF8.self)
            return [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        },
        plist("an array that holds itself") { BinaryPlists.circle },
        plist("arrays that name the next one twice") { BinaryPlists.doubling },
        plist("thirty thousand binary arrays") { BinaryPlists.deep },
        plist("a long text a thousand times") { BinaryPlists.repeated },
        PlantedFault("lists that texts seem to close", [.bundleInfoUnreadable], in: { .bundle() }) {
            $0[text: "info.json"] = String(repeating: "[\"]\",", count: 50000)
        },
        PlantedFault("brackets without end", [.manifestUnreadable], in: { .swiftPackage() }) {
            $0[text: "Package.swift"] += "\n" + String(repeating: "a(", count: 200_000)
        },
        PlantedFault("texts within texts without end", [.manifestUnreadable], in: { .swiftPackage() }) {
            $0[text: "Package.swift"] += "\n" + String(repeating: "\"\\(", count: 200_000)
        },
        PlantedFault("number signs without end", [.manifestUnreadable], in: { .swiftPackage() }) {
            $0[text: "Package.swift"] += "\n(" + String(repeating: "#", count: 500_000)
        },
    ]

    @Test("A package made to hang or crash is refused", arguments: all)
    func fault(_ fault: PlantedFault) {
        let report = PackageChecker.check(fault.packages().map(\.package))
        #expect(Set(report.findings.map(\.check)) == fault.finds, "\(report.text.prefix(2000))")
    }

    // MARK: On the disk

    /// A package in a folder, whose bytes need no digest.
    private func check(_ folder: TemporaryFolder) throws -> CheckReport {
        let files = try PackageFiles.folder("\(folder.path)/Z.xcframework", name: "Z.xcframework") { _ in "" }
        return PackageChecker.check([files])
    }

    private func space() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (path, bytes) in Planted.xcframework().files {
            try folder.write("", to: "Z.xcframework/\(path)")
            try Data(bytes).write(to: URL(filePath: "\(folder.path)/Z.xcframework/\(path)"))
        }
        return folder
    }

    /// What a shell does to the package.
    static let deeds: [(name: String, words: String, finds: [Check])] = [
        ("nothing", ":", []),
        (
            "a link to a pipe", "mkfifo pipe; ln -sf ../pipe ios-arm64/libz.a",
            [.linkOutside, .libraryPath, .binaryPath]
        ),
        ("a pipe", "rm LICENSE; mkfifo LICENSE", [.licenseMissing]),
        ("links in a circle", "ln -s b a; ln -s a b; ln -s c c", [.linkOutside]),
        ("a link out of it", "ln -s /dev/zero zero; ln -s ../.. up", [.linkOutside]),
        ("a link in it", "mv ios-arm64/libz.a z; ln -s ../z ios-arm64/libz.a; ln -s ios-arm64 folder", []),
        ("a description of a gigabyte", "truncate -s 1G Info.plist", [.plistUnreadable]),
        ("a map of a gigabyte", "truncate -s 1G ios-arm64/Headers/Z/module.modulemap", [.moduleMapUnreadable]),
        ("names that are no text", #"touch "$(printf 'a\377b')" "$(printf 'a\nb')""#, []),
        ("a long way down", "for n in $(seq 150); do mkdir 12345678901234567890; cd 12345678901234567890; done", []),
    ]

    @Test("What is no file is not read", arguments: deeds)
    func disk(_ row: (name: String, words: String, finds: [Check])) throws {
        let folder = try space()
        try folder.run(["sh", "-c", "cd Z.xcframework\n" + row.words])
        let report = try check(folder)
        #expect(Set(report.findings.map(\.check)) == Set(row.finds), "\(row.name): \(report.text)")
        try folder.run(["rm", "-rf", "Z.xcframework"])
    }
}
