import Basics
import ModuleMaps
import ObjectFiles

@testable import Checking

extension FuzzText {
    /// Reads bytes as a file of this kind, and the values that a check needs. Errors of the readers are ignored.
    func read(_ bytes: [UInt8]) {
        switch self {
        case .xmlPlist, .binaryPlist: _ = try? PlainValue.plist(bytes)
        case .pkgConfig: Self.readPkgConfig(String(decoding: bytes, as: UTF8.self))
        case .moduleMap: _ = try? ModuleMapText(parsing: String(decoding: bytes, as: UTF8.self))
        case .headers: _ = PreprocessedHeaders(String(decoding: bytes, as: UTF8.self), below: "/z")
        }
    }

    private static func readPkgConfig(_ text: String) {
        let file = PkgConfigExpansion(text, at: "lib/pkgconfig/z.pc")
        for field in ["Libs", "Cflags"].compactMap({ file.fields[$0] }) {
            for word in file.words(of: field) { _ = file.path(word) }
        }
    }

    /// Returns the property of all files of this kind that these bytes violate; nil when there is none.
    func brokenProperty(of bytes: [UInt8]) -> String? {
        if let file { return Self.brokenFinding(bytes, file) ?? brokenValue(bytes) }
        return brokenValue(bytes)
    }

    private func brokenValue(_ bytes: [UInt8]) -> String? {
        switch self {
        case .xmlPlist, .binaryPlist: return Self.brokenPlist(bytes)
        case .moduleMap: return Self.brokenModuleMap(String(decoding: bytes, as: UTF8.self))
        case .headers: return Self.brokenHeaders(String(decoding: bytes, as: UTF8.self))
        case .pkgConfig: return nil
        }
    }

    private static func brokenFinding(_ bytes: [UInt8], _ file: File) -> String? {
        for finding in PackageChecker.check([package(of: bytes, file)]).findings {
            let texts = [finding.message, finding.hint, finding.place ?? ""]
            guard texts.allSatisfy(isLine) else { return "a finding is no line for a terminal: \(finding)" }
        }
        return nil
    }

    private static func isLine(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return scalars.count <= 1001 && !scalars.contains { $0.properties.generalCategory == .control }
    }

    // MARK: In a package

    private typealias File = (package: String, path: RelativePath, others: [RelativePath: PackageFiles.Entry])

    /// The file's place in a minimal package; nil if no package has such a file.
    private var file: File? {
        switch self {
        case .xmlPlist, .binaryPlist: ("Z.xcframework", "Info.plist", ["ios-arm64": .folder])
        case .pkgConfig: ("z", "lib/pkgconfig/z.pc", ["lib": .folder, "lib/pkgconfig": .folder])
        case .moduleMap: ("z", "include/module.modulemap", ["include": .folder, "include/z.h": .file])
        case .headers: nil
        }
    }

    private static func package(of bytes: [UInt8], _ file: File) -> PackageFiles {
        PackageFiles(
            name: file.package, entries: file.others.merging([file.path: .file]) { $1 },
            read: { $0 == file.path ? bytes : [] },
            map: { path throws(ObjectFileError) in ByteView([], name: path.name) }, digest: { _ in "" })
    }

    // MARK: Each format

    private static func brokenPlist(_ bytes: [UInt8]) -> String? {
        guard let value = try? PlainValue.plist(bytes) else { return nil }
        return depth(value) > PlainValue.deepest ? "it is nested \(depth(value)) deep" : nil
    }

    private static func depth(_ value: PlainValue) -> Int {
        switch value {
        case .text, .number, .flag, .nothing: 1
        case .list(let list): 1 + (list.map(depth).max() ?? 0)
        case .map(let map): 1 + (map.values.map(depth).max() ?? 0)
        }
    }

    private static func lines(_ text: String) -> ClosedRange<Int> {
        1...(1 + text.unicodeScalars.count { $0 == "\n" })
    }

    private static func brokenModuleMap(_ text: String) -> String? {
        let lines = lines(text)
        do throws(ModuleMapTextError) {
            for module in try ModuleMapText(parsing: text).modules {
                guard ([module.line] + module.allHeaders.map(\.line)).allSatisfy(lines.contains) else {
                    return "a line that the file does not have"
                }
            }
            return nil
        } catch {
            return lines.contains(error.line) ? nil : "line \(error.line) of \(lines.upperBound)"
        }
    }

    private static func brokenHeaders(_ text: String) -> String? {
        let headers = PreprocessedHeaders(text, below: "/z")
        for names in [headers.macros.map(\.name), headers.functions.map(\.name)] {
            guard Set(names).count == names.count, !names.contains("") else { return "a name twice, or none" }
        }
        return nil
    }
}
