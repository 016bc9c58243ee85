import Foundation
import TestSupport
import Testing

@testable import Checking

@Suite(.tags(.process)) struct PlantedFaultTests {
    static let all =
        PlantedFault.ofBundles + PlantedFault.ofXCFrameworks + PlantedFault.ofFrameworks
        + PlantedFault.ofSwiftPackages + PlantedFault.ofPrefixes + PlantedFault.together

    @Test(arguments: all)
    func `a planted fault is found, and nothing else`(_ fault: PlantedFault) {
        let report = PackageChecker.check(fault.packages().map(\.package))
        #expect(Set(report.findings.map(\.check)) == fault.finds, "\(report.text)")
        for finding in report.findings {
            #expect(!finding.message.isEmpty && !finding.hint.isEmpty)
            #expect(finding.message.first?.isUppercase == false && !finding.message.hasSuffix("."))
            #expect(report.text.contains(finding.location))
        }
    }

    @Test func `every check has a planted fault`() {
        let planted = Self.all.reduce(into: Set<Check>()) { $0.formUnion($1.finds) }
        #expect(Set(Check.allCases).subtracting(planted) == [])
    }

    @Test(arguments: [.bundle(), .xcframework(), .frameworks(), .swiftPackage(), .prefix()] as [SamplePackage])
    func `a clean package gives no findings`(_ sample: SamplePackage) {
        let report = PackageChecker.check([sample.package])
        #expect(report.findings.isEmpty, "\(report.text)")
    }

    @Test(arguments: [".", "./", "./."])
    func `a bundle's root folder can hold its headers`(_ path: String) {
        var sample = SamplePackage.bundle()
        sample.replace("[\"include\"]", "[\"\(path)\"]", in: "info.json")
        #expect(PackageChecker.check([sample.package]).findings == [])
        sample.move("include", to: "Z")
        sample.replace("\"include/module", "\"Z/module", in: "info.json")
        #expect(PackageChecker.check([sample.package]).findings == [])
    }

    @Test func `an architecture newer than a framework's minimum system is not a fault`() {
        var sample = SamplePackage.frameworks()
        let binary = "macos-arm64/Z.framework/Versions/A"
        sample.replace("<string>13.0</string>", "<string>10.13</string>", in: "\(binary)/Resources/Info.plist")
        #expect(PackageChecker.check([sample.package]).findings.map(\.check) == [.minimumTooNew])
        sample.files["\(binary)/Z"] = Objects.archive(Objects.oldestMac)
        #expect(PackageChecker.check([sample.package]).findings == [])
    }

    @Test func `packages with different names do not collide, packages with equal names do`() {
        let packages: [SamplePackage] = [
            .bundle(), .bundle("Y", module: "Y", library: "liby.a"), .xcframework(),
            .xcframework("X", module: "X", library: "libx.a"), .swiftPackage(), .prefix(),
        ]
        let known = PackageChecker.check(packages.dropLast(2).map(\.package))
        #expect(known.findings.isEmpty, "\(known.text)")
        // The package contains the XCFramework that is given beside it.
        let twice = PackageChecker.check(packages.map(\.package))
        #expect(Set(twice.findings.map(\.check)) == [.sameArchive, .sameModule, .sameHeader])
    }

    @Test(arguments: ["prefix", "prefixes"])
    func `a folder's license text covers the packages in it`(place: String) {
        var folder = SamplePackage(name: "dist", files: [:])
        for (path, bytes) in SamplePackage.prefix().files where !path.contains("LICENSE") {
            folder.files["\(place)/linux/\(path)"] = bytes
        }
        #expect(PackageChecker.check([folder.package]).findings.map(\.check) == [.licenseMissing])
        folder.files["licenses/COPYING"] = Array("zlib\n".utf8)
        #expect(PackageChecker.check([folder.package]).findings == [])
    }

    @Test func `a folder of packages is checked package by package`() {
        var folder = SamplePackage(name: "dist", files: [:])
        for (path, bytes) in SamplePackage.bundle().files { folder.files["Z.artifactbundle/\(path)"] = bytes }
        for (path, bytes) in SamplePackage.swiftPackage().files { folder.files["swiftpm/\(path)"] = bytes }
        folder.manifests["swiftpm/Package.swift"] = SamplePackage.swiftPackage().manifests["Package.swift"]
        for (path, bytes) in SamplePackage.xcframework().files { folder.files["Z.xcframework/\(path)"] = bytes }
        for (path, bytes) in SamplePackage.prefix().files { folder.files["prefixes/linux/\(path)"] = bytes }
        #expect(PackageChecker.check([folder.package]).findings == [])
        folder.files["Z.xcframework/Info.plist"] = nil
        let report = PackageChecker.check([folder.package])
        #expect(report.findings.map(\.check) == [.plistMissing])
        #expect(report.findings.map(\.location) == ["dist/Z.xcframework"])
        // A folder of archives and headers, as `recipe` writes it, is a prefix too.
        for (path, bytes) in SamplePackage.prefix().files { folder.files[path] = bytes }
        #expect(PackageChecker.check([folder.package]).findings.map(\.location) == ["dist/Z.xcframework"])
    }

    @Test func `a finding names its file, its place in the file and a correction`() {
        var bundle = SamplePackage.bundle()
        bundle.replace("[\"aarch64-unknown-linux-gnu\"]", "[\"aarch64-linux-gnu\"]", in: "info.json")
        let report = PackageChecker.check([bundle.package])
        #expect(
            report.text == """
                error: triple `aarch64-linux-gnu` is not spelled as SwiftPM expects [triple-parts]
                  --> Z.artifactbundle/info.json: artifacts.Z.variants[1].supportedTriples[0]
                  hint: write `aarch64-unknown-linux-gnu`

                """)
    }

    @Test func `the JSON report has every finding`() throws {
        var bundle = SamplePackage.bundle()
        bundle.files["LICENSE"] = nil
        let report = PackageChecker.check([bundle.package])
        let read = try JSONDecoder().decode(CheckReport.self, from: Data(try report.json().utf8))
        #expect(read == report && read.warnings.map(\.check) == [.licenseMissing] && read.errors.isEmpty)
    }
}
