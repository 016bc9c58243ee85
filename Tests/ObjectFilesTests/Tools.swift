import Foundation
import ObjectFiles
import TestSupport

typealias TestFolder = TemporaryFolder

extension TemporaryFolder {
    /// Returns the contents of all files, by path.
    func snapshot() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder), !isFolder.boolValue
            else { continue }
            files[name] = try bytes(name)
        }
        return files
    }

    func restore(_ files: [String: [UInt8]]) throws {
        for (name, bytes) in files {
            try write(bytes, to: name)
        }
    }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
}

/// LLVM's tools of the version that the tests compare with.
enum LLVM {
    static func tool(_ name: String) -> String { "llvm-\(name)-22" }
}

extension FatFile {
    /// Returns the merged file; errors contain the names.
    static func merge(slices: [(name: String, bytes: [UInt8])]) throws -> [UInt8] {
        try merge(slices.map { ByteView($0.bytes, name: $0.name) })
    }
}
