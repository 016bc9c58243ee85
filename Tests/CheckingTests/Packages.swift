import Basics
import Foundation
import ObjectFiles
import Testing

@testable import Checking

/// The files of a package, by path. A test changes them before it runs the check.
struct SamplePackage: CustomTestStringConvertible {
    var testDescription: String { "\(name) of \(files.count) files" }

    var name: String
    var files: [String: [UInt8]]
    /// SwiftPM's answers about manifests, by the manifests' paths.
    var manifests: [String: ManifestAnswer] = [:]
    /// Links that lead out of the package.
    var badLinks: [String] = []

    subscript(text path: String) -> String {
        get { String(decoding: files[path] ?? [], as: UTF8.self) }
        set { files[path] = Array(newValue.utf8) }
    }

    mutating func replace(_ old: String, _ new: String, in path: String) {
        precondition(self[text: path].contains(old), "\(path) has no \(old)")
        self[text: path] = self[text: path].replacing(old, with: new)
    }

    /// Replaces text in SwiftPM's answer about the manifest.
    mutating func replaceInDump(_ old: String, _ new: String) {
        guard case .dumped(let bytes) = manifests["Package.swift"] else { preconditionFailure("there is no dump") }
        let text = String(decoding: bytes, as: UTF8.self)
        precondition(text.contains(old), "the dump has no \(old)")
        manifests["Package.swift"] = .dumped(Array(text.replacing(old, with: new).utf8))
    }

    mutating func move(_ old: String, to new: String) {
        for (path, bytes) in files where path == old || path.hasPrefix(old + "/") {
            files[path] = nil
            files[new + path.dropFirst(old.count)] = bytes
        }
    }

    var package: PackageFiles {
        var entries: [RelativePath: PackageFiles.Entry] = [:]
        for path in files.keys.compactMap({ RelativePath($0) }) {
            entries[path] = .file
            var folder = path.parent
            while let parent = folder {
                entries[parent] = .folder
                folder = parent.parent
            }
        }
        for path in badLinks.compactMap({ RelativePath($0) }) { entries[path] = .badLink(target: "../elsewhere") }
        let files = self.files
        var package = PackageFiles(
            name: name, entries: entries,
            read: { path in
                guard let bytes = files[path.string] else { throw CocoaError(.fileNoSuchFile) }
                return bytes
            },
            map: { path throws(ObjectFileError) in ByteView(files[path.string] ?? [], name: path.name) },
            digest: Self.digest)
        for path in package.manifestPaths { package.manifests[path] = manifests[path.string] }
        return package
    }

    /// Replaces SHA-256, which this module does not have: returns the FNV-1a hash; for the zip, the checksum that the
    /// manifest states.
    private static func digest(_ bytes: UnsafeRawBufferPointer) -> String {
        guard !bytes.elementsEqual([0x50, 0x4B]) else { return String(repeating: "a", count: 64) }
        let hash = bytes.reduce(14_695_981_039_346_656_037 as UInt64) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 64 - digits.count) + digits
    }
}

extension SamplePackage {
    private static let privacy = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>NSPrivacyTracking</key><false/></dict></plist>
        """

    /// Returns a bundle with two variants.
    static func bundle(_ name: String = "Z", module: String = "Z", library: String = "libz.a") -> SamplePackage {
        func variant(_ triple: String) -> String {
            """
            {"path": "\(triple)/\(library)", "supportedTriples": ["\(triple)"], "staticLibraryMetadata": {
              "headerPaths": ["include"], "moduleMapPath": "include/module.modulemap"}}
            """
        }
        let info = """
            {"schemaVersion": "1.0", "artifacts": {"\(name)": {"type": "staticLibrary", "version": "1.3.1", "variants": [
            \(variant("x86_64-unknown-linux-gnu")),
            \(variant("aarch64-unknown-linux-gnu"))]}}}
            """
        return SamplePackage(
            name: "\(name).artifactbundle",
            files: [
                "info.json": Array(info.utf8),
                "x86_64-unknown-linux-gnu/\(library)": Objects.linuxArchive,
                "aarch64-unknown-linux-gnu/\(library)": Objects.linuxARMArchive,
                "include/module.modulemap": Array("module \(module) [system] { header \"z.h\" export * }\n".utf8),
                "include/z.h": Array("int z(void);\n".utf8),
                "LICENSE": Array("zlib\n".utf8),
            ])
    }

    /// Returns an XCFramework of libraries: devices and simulators of iOS.
    static func xcframework(_ name: String = "Z", module: String = "Z", library: String = "libz.a") -> SamplePackage {
        func entry(_ identifier: String, _ architectures: [String], _ variant: String?) -> String {
            """
            <dict>
              <key>BinaryPath</key><string>\(library)</string>
              <key>HeadersPath</key><string>Headers</string>
              <key>LibraryIdentifier</key><string>\(identifier)</string>
              <key>LibraryPath</key><string>\(library)</string>
              <key>SupportedArchitectures</key>
              <array>\(architectures.map { "<string>\($0)</string>" }.joined())</array>
              <key>SupportedPlatform</key><string>ios</string>
              \(variant.map { "<key>SupportedPlatformVariant</key><string>\($0)</string>" } ?? "")
            </dict>
            """
        }
        let device = "ios-arm64"
        let simulator = "ios-arm64_x86_64-simulator"
        var files = [
            "Info.plist": plist(
                entry(device, ["arm64"], nil) + entry(simulator, ["arm64", "x86_64"], "simulator")),
            "LICENSE": Array("zlib\n".utf8),
            "\(device)/\(library)": Objects.deviceArchive, "\(simulator)/\(library)": Objects.simulatorArchive,
        ]
        for slice in [device, simulator] {
            files["\(slice)/Headers/\(module)/module.modulemap"] = Array(
                "module \(module) [system] { header \"z.h\" export * }\n".utf8)
            files["\(slice)/Headers/\(module)/z.h"] = Array("int z(void);\n".utf8)
            files["\(slice)/PrivacyInfo.xcprivacy"] = Array(privacy.utf8)
        }
        return SamplePackage(name: "\(name).xcframework", files: files)
    }

    private static func plist(_ entries: String) -> [UInt8] {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>
            <key>AvailableLibraries</key><array>\(entries)</array>
            <key>CFBundlePackageType</key><string>XFWK</string>
            <key>XCFrameworkFormatVersion</key><string>1.0</string>
            </dict></plist>
            """
        return Array(text.utf8)
    }

    /// Returns an XCFramework of frameworks: a flat one for iOS, one with `Versions` for macOS.
    static func frameworks() -> SamplePackage {
        func entry(_ identifier: String, _ platform: String) -> String {
            """
            <dict>
              <key>LibraryIdentifier</key><string>\(identifier)</string>
              <key>LibraryPath</key><string>Z.framework</string>
              <key>SupportedArchitectures</key><array><string>arm64</string></array>
              <key>SupportedPlatform</key><string>\(platform)</string>
            </dict>
            """
        }
        func info(_ minimum: String) -> [UInt8] {
            Array(
                """
                <plist version="1.0"><dict><key>CFBundleExecutable</key><string>Z</string>
                <key>CFBundleIdentifier</key><string>org.example.z</string>\(minimum)</dict></plist>
                """.utf8)
        }
        let map = Array("framework module Z { header \"z.h\" export * }\n".utf8)
        let header = Array("int z(void);\n".utf8)
        let (flat, deep) = ("ios-arm64/Z.framework", "macos-arm64/Z.framework/Versions/A")
        return SamplePackage(
            name: "Z.xcframework",
            files: [
                "Info.plist": plist(entry("ios-arm64", "ios") + entry("macos-arm64", "macos")),
                "LICENSE": Array("zlib\n".utf8),
                "\(flat)/Z": Objects.deviceArchive, "\(flat)/Headers/z.h": header,
                "\(flat)/Modules/module.modulemap": map, "\(flat)/PrivacyInfo.xcprivacy": Array(privacy.utf8),
                "\(flat)/Info.plist": info("<key>MinimumOSVersion</key><string>15.0</string>"),
                "\(deep)/Z": Objects.macArchive, "\(deep)/Headers/z.h": header,
                "\(deep)/Modules/module.modulemap": map,
                "\(deep)/Resources/PrivacyInfo.xcprivacy": Array(privacy.utf8),
                "\(deep)/Resources/Info.plist": info("<key>LSMinimumSystemVersion</key><string>13.0</string>"),
            ])
    }

    /// Returns a SwiftPM package with a local XCFramework and an artifact bundle to download.
    static func swiftPackage() -> SamplePackage {
        let dump = """
            {"name": "Z", "dependencies": [],
             "platforms": [{"platformName": "ios", "version": "15.0"}, {"platformName": "macos", "version": "13.0"}],
             "products": [{"name": "Z", "targets": ["Z", "ZRemote"], "type": {"library": ["automatic"]}}],
             "targets": [
              {"name": "ZApple", "type": "binary", "path": "Artifacts/Z.xcframework", "dependencies": [], "settings": []},
              {"name": "ZRemote", "type": "binary", "url": "https://example.org/1.3.1/ZRemote.artifactbundle.zip",
               "checksum": "\(String(repeating: "a", count: 64))", "dependencies": [], "settings": []},
              {"name": "Z", "type": "regular", "settings": [],
               "dependencies": [{"target": ["ZApple", {"platformNames": ["ios"]}]}, {"product": ["Y", "y", null, null]}]}]}
            """
        var files = [
            "Package.swift": Array("// swift-tools-version: 5.9\n".utf8), "LICENSE": Array("zlib\n".utf8),
            "Sources/Z/Z.swift": Array("@_exported import Z\n".utf8), "ZRemote.artifactbundle.zip": [0x50, 0x4B],
        ]
        for (path, bytes) in xcframework().files { files["Artifacts/Z.xcframework/\(path)"] = bytes }
        return SamplePackage(name: "Z", files: files, manifests: ["Package.swift": .dumped(Array(dump.utf8))])
    }

    /// Returns a prefix for Linux.
    static func prefix() -> SamplePackage {
        let pc = """
            prefix=${pcfiledir}/../..
            libdir=${prefix}/lib
            Name: z
            Version: 1.3.1
            Libs: -L${libdir} -lz
            Cflags: -I${prefix}/include
            """
        return SamplePackage(
            name: "prefix",
            files: [
                "lib/libz.a": Objects.linuxArchive, "lib/pkgconfig/z.pc": Array(pc.utf8),
                "lib/cmake/z/z-config.cmake": Array("set(Z_LIBRARY \"${PREFIX}/lib/libz.a\")\n".utf8),
                "include/z.h": Array("int z(void);\n".utf8), "licenses/LICENSE": Array("zlib\n".utf8),
            ])
    }
}
