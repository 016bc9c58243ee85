import Foundation
import Store
import SystemPackage

/// The few file operations of the work root, with errors that name the path.
enum Files {
    static func makeFolder(_ path: FilePath) throws(EngineError) {
        do {
            try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
        } catch {
            // Foundation finds a file in its place by itself, and leaves no errno.
            let isTaken = (error as? CocoaError)?.code == .fileWriteFileExists
            throw .file(doing: "make the folder", path, isTaken ? .fileExists : Errno(rawValue: errno))
        }
    }

    static func makeLink(_ path: FilePath, to target: FilePath) throws(EngineError) {
        guard symlink(target.string, path.string) == 0 else {
            throw .file(doing: "make the link", path, Errno(rawValue: errno))
        }
    }

    static func write(_ text: String, to path: FilePath) throws(EngineError) {
        do {
            try text.write(toFile: path.string, atomically: true, encoding: .utf8)
        } catch { throw .file(doing: "write", path, Errno(rawValue: errno)) }
    }

    /// The text of a file; nil when it cannot be read.
    static func read(_ path: FilePath) -> String? { try? String(contentsOfFile: path.string, encoding: .utf8) }

    static func exists(_ path: FilePath) -> Bool { FileManager.default.fileExists(atPath: path.string) }

    /// What a folder holds; empty when it is none.
    static func list(_ folder: FilePath) -> [FilePath] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
        return names.sorted().map { folder.appending($0) }
    }

    /// Removes a tree, whatever an action left in it: folders without permissions, or too deep for any path.
    static func remove(_ path: FilePath) { try? path.removeTree() }

    /// Removes a folder that holds nothing but, perhaps, a file of that name.
    static func removeIfEmpty(_ folder: FilePath, but name: String) {
        guard list(folder).allSatisfy({ $0.lastComponent?.string == name }) else { return }
        remove(folder)
    }
}
