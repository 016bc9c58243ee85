import TestSupport
import Testing

@testable import Checking

@Suite(.tags(.process)) struct DifferenceTests {
    private static let privacy = "ios-arm64/PrivacyInfo.xcprivacy"

    /// A change of a clean package, and the lines that report it.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var lines: [String]
        var change: @Sendable (inout SamplePackage) -> Void
    }

    static let rows: [Row] = [
        Row(testDescription: "no change", lines: []) { _ in },
        Row(
            testDescription: "other code of the same size",
            lines: ["~ libz.a ios arm64", "    contents: `OLD` to `NEW`"]
        ) { $0.files["ios-arm64/libz.a"] = Objects.archive(Objects.deviceWithOtherCode) },
        Row(testDescription: "another table of contents", lines: []) {
            $0.files["ios-arm64/libz.a"] = Objects.archive(Objects.device, hasIndex: false)
        },
        Row(testDescription: "another privacy manifest", lines: ["~ file \(privacy)"]) {
            $0.replace("<false/>", "<true/>", in: privacy)
        },
        Row(testDescription: "another license text", lines: ["~ file LICENSE"]) { $0[text: "LICENSE"] = "MIT\n" },
        Row(testDescription: "no license", lines: ["- file LICENSE"]) { $0.files["LICENSE"] = nil },
        Row(testDescription: "an additional file", lines: ["+ file NOTICE"]) { $0[text: "NOTICE"] = "zlib\n" },
        Row(testDescription: "another Info.plist", lines: ["~ file Info.plist"]) {
            $0.replace("<plist version=\"1.0\">", "<plist>", in: "Info.plist")
        },
        Row(testDescription: "another module map", lines: ["~ header Z/module.modulemap"]) {
            $0.replace("[system]", "", in: "ios-arm64/Headers/Z/module.modulemap")
        },
    ]

    @Test(arguments: rows)
    func `a change of a package is reported with the expected lines only`(_ row: Row) {
        let old = SamplePackage.xcframework()
        var new = old
        row.change(&new)
        let difference = PackageDifference(from: old.package, to: new.package)
        let text = difference.text().replacing(#/`[0-9a-f]{12}` to `[0-9a-f]{12}`/#, with: "`OLD` to `NEW`")
        #expect(text == row.lines.map { $0 + "\n" }.joined())
        #expect(difference.isEmpty == row.lines.isEmpty && difference.unreadable == [])
    }

    @Test func `a second copy of a library is compared too`() {
        var old = SamplePackage.prefix()
        old.files["prefixes/linux/lib/libz.a"] = old.files["lib/libz.a"]
        var new = old
        new.files["prefixes/linux/lib/libz.a"] = Objects.archive(Objects.linuxWithOtherCode, style: .gnu)
        let difference = PackageDifference(from: old.package, to: new.package)
        #expect(difference.slices.first?.changes.map(\.name) == ["contents"])
    }

    /// Returns the manifest of a library with these inputs.
    private static func manifest(version: String = "1.3", tool: String, source: String = "b") -> String {
        """
        {"inputs": [{"kind": "toolchain", "name": "linux-gnu tool.make", "sha256": "\(tool)"},
        {"kind": "source", "name": "z.tar", "sha256": "\(source)"}], "files": [], "version": "\(version)"}
        """
    }

    @Test(arguments: [
        (manifest(tool: "a"), ""),
        (manifest(tool: "c"), "~ toolchain linux-gnu tool.make: `a` to `c`\nonly tools differ\n"),
        (manifest(tool: "a", source: "c"), "~ source z.tar: `b` to `c`\n"),
        (manifest(version: "1.4", tool: "c"), "~ file manifest.json\n~ toolchain linux-gnu tool.make: `a` to `c`\n"),
    ])
    func `the inputs of two manifests are compared one by one`(_ manifest: String, _ text: String) {
        var old = SamplePackage.prefix()
        old[text: "manifest.json"] = Self.manifest(tool: "a")
        var new = old
        new[text: "manifest.json"] = manifest
        let difference = PackageDifference(from: old.package, to: new.package)
        #expect(difference.text() == text)
        #expect(difference.isEmpty == text.isEmpty)
    }

    @Test func `packages of two formats are compared by libraries and headers, not by layout`() {
        let bundle = SamplePackage.bundle()
        var prefix = SamplePackage(name: "prefix", files: ["lib/libz.a": Objects.linuxArchive, "LICENSE": []])
        prefix.files["prefixes/linux-gnu-aarch64/lib/libz.a"] = Objects.linuxARMArchive
        for name in ["z.h", "module.modulemap"] { prefix.files["include/\(name)"] = bundle.files["include/\(name)"] }
        let difference = PackageDifference(from: bundle.package, to: prefix.package)
        #expect(difference.addedFiles + difference.removedFiles + difference.changedFiles == [])
        #expect(difference.addedHeaders + difference.removedHeaders + difference.changedHeaders == [])
    }
}
