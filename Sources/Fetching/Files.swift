// The file operations of fetching: small, blocking, with errors that name operation and path.

import Actions
import Basics
import Foundation
import SystemPackage

/// Blocking file operations. Callers run them off the cooperative pool when the files may be large.
enum Files {
    /// The size of a regular file; nil when there is none.
    static func size(of file: FilePath) -> Int? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.string),
            attributes[.type] as? FileAttributeType == .typeRegular
        else { return nil }
        return (attributes[.size] as? NSNumber)?.intValue
    }

    static func isFolder(_ path: FilePath) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path.string, isDirectory: &isFolder) && isFolder.boolValue
    }

    static func makeFolder(_ path: FilePath) throws(FetchError) {
        try attempt("create the folder", path) {
            try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
        }
    }

    static func write(_ text: String, to file: FilePath) throws(FetchError) {
        try attempt("write", file) { try Data(text.utf8).write(to: URL(fileURLWithPath: file.string)) }
    }

    /// Renames within one file system, replacing what is there.
    static func rename(_ file: FilePath, to other: FilePath) throws(FetchError) {
        try attempt("rename", file) {
            guard Foundation.rename(file.string, other.string) == 0 else { throw Errno(rawValue: errno) }
        }
    }

    /// Removes a file or folder; what is not there needs no removing.
    static func remove(_ path: FilePath) { try? FileManager.default.removeItem(atPath: path.string) }

    static func names(in folder: FilePath) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []).sorted()
    }

    /// The first bytes of a file; fewer when it is shorter, none when it cannot be read.
    static func start(of file: FilePath, count: Int) -> [UInt8] {
        guard let source = try? FileDescriptor.open(file, .readOnly, options: [.closeOnExec]) else { return [] }
        defer { try? source.close() }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
            size = (try? source.read(into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
        }
    }

    /// The digest of a file's bytes.
    static func digest(of file: FilePath) throws(FetchError) -> Digest { try pass(file, into: nil) }

    /// Copies a file and returns the digest of what was copied: nothing can change between the two.
    static func copy(_ file: FilePath, to other: FilePath) throws(FetchError) -> Digest { try pass(file, into: other) }

    private static func pass(_ file: FilePath, into copy: FilePath?) throws(FetchError) -> Digest {
        try attempt("read", file) {
            let source = try FileDescriptor.open(file, .readOnly, options: [.closeOnExec])
            return try source.closeAfter {
                let target = try copy.map { path in
                    try FileDescriptor.open(
                        path, .writeOnly, options: [.create, .truncate, .closeOnExec],
                        permissions: [.ownerReadWrite, .groupRead, .otherRead])
                }
                defer { try? target?.close() }
                return try pass(source, into: target)
            }
        }
    }

    private static func pass(_ source: FileDescriptor, into target: FileDescriptor?) throws -> Digest {
        var hasher = SHA256Hasher()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while case let count = try source.read(into: buffer), count > 0 {
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            hasher.update(bytes)
            _ = try target?.writeAll(bytes)
        }
        return hasher.finish()
    }

    private static func attempt<Value>(
        _ operation: String, _ path: FilePath, _ body: () throws -> Value
    ) throws(FetchError) -> Value {
        do {
            return try body()
        } catch {
            throw .fileSystem(operation: operation, path: path.string, reason: reason(error))
        }
    }

    private static func reason(_ error: any Error) -> String {
        if let error = error as? Errno { return error.description }
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        if let underlying, underlying.domain == NSPOSIXErrorDomain {
            return Errno(rawValue: CInt(underlying.code)).description
        }
        return error.localizedDescription
    }
}
