import Foundation
import TestSupport

@testable import Patching

typealias TestFolder = TemporaryFolder

/// Reads and writes trees in a temporary folder.
extension TemporaryFolder {
    func write(_ bytes: [UInt8], to name: String, isExecutable: Bool) throws {
        try write(bytes, to: name)
        let mode = isExecutable ? 0o755 : 0o644
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
    }

    /// Returns every file below a folder: its path, its bytes, and whether it is executable.
    func files(_ name: String) -> [String: SampleFile] {
        let root = "\(path)/\(name)"
        var files: [String: SampleFile] = [:]
        for below in (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? [] {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: "\(root)/\(below)", isDirectory: &isFolder),
                !isFolder.boolValue, let bytes = read("\(name)/\(below)")
            else { continue }
            let isExecutable = FileManager.default.isExecutableFile(atPath: "\(root)/\(below)")
            files[below] = SampleFile(bytes: bytes, isExecutable: isExecutable && mode("\(root)/\(below)") & 0o100 != 0)
        }
        return files
    }

    private func mode(_ path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0
    }

    func write(_ files: [String: SampleFile], to name: String) throws {
        try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
        for (below, file) in files { try write(file.bytes, to: "\(name)/\(below)", isExecutable: file.isExecutable) }
    }

    /// Runs a script in the folder and waits for it.
    func shell(_ script: String) throws {
        let variables = ["PATH=/usr/bin:/bin", "LC_ALL=C", "HOME=\(path)", "GIT_CONFIG_NOSYSTEM=1"]
        try run("env", ["-i"] + variables + ["/bin/sh", "-uc", script])
    }
}

struct SampleFile: Hashable {
    var bytes: [UInt8]
    var isExecutable = false

    init(bytes: [UInt8], isExecutable: Bool = false) {
        self.bytes = bytes
        self.isExecutable = isExecutable
    }

    init(_ text: String) { self.init(bytes: Array(text.utf8)) }
}
