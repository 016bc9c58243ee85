// Makes archives with Python's own modules and lists the unpacked trees.

import Actions
import Basics
@testable import Fetching
import Foundation
import Synchronization
import SystemPackage
import Testing

/// Keeps blobs in memory.
final class MemoryBlobs: Sendable {
    private let blobs = Mutex<[Digest: [UInt8]]>([:])

    func write(_ pieces: BlobPieces, onPiece: @escaping (Int) -> Void = { _ in }) throws -> Digest {
        var bytes: [UInt8] = []
        try pieces { piece in
            onPiece(piece.count)
            bytes += piece
        }
        let digest = Digest(of: bytes)
        blobs.withLock { $0[digest] = bytes }
        return digest
    }

    func read(_ digest: Digest) -> [UInt8]? { blobs.withLock { $0[digest] } }

    /// The number of stored bytes.
    var size: Int { blobs.withLock { $0.values.map(\.count).reduce(0, +) } }
}

/// Returns the digest of a blob, without its bytes in memory.
func digest(of pieces: BlobPieces) throws -> Digest {
    var hasher = SHA256Hasher()
    try pieces { hasher.update($0) }
    return hasher.finish()
}

/// Returns a tree as lines, one for each entry: `path/`, `path -> target`, `path* DIGEST` (executable), `path DIGEST`.
func listing(_ directory: Directory, _ prefix: String = "") -> [String] {
    directory.entries.flatMap { entry -> [String] in
        let path = prefix + entry.name
        return switch entry.node {
        case .file(let digest, let isExecutable): ["\(path)\(isExecutable ? "*" : "") \(digest.hash.hex.prefix(16))"]
        case .symlink(let target): ["\(path) -> \(target)"]
        case .directory(let folder): ["\(path)/"] + listing(folder, path + "/")
        case .unloaded: ["\(path) ?"]
        }
    }
}

/// Returns a folder on disk as lines in the form of the function above. Python lists the folder.
func listing(of folder: FilePath) async throws -> [String] {
    let program = #"""
        import hashlib, os
        def walk(folder, prefix):
            for name in sorted(os.listdir(folder or "."), key=os.fsencode):
                path = os.path.join(folder, name)
                if os.path.islink(path): print(prefix + name + " -> " + os.readlink(path))
                elif os.path.isdir(path):
                    print(prefix + name + "/")
                    walk(path, prefix + name + "/")
                else:
                    star = "*" if os.stat(path).st_mode & 0o100 else ""
                    print(prefix + name + star, hashlib.sha256(open(path, "rb").read()).hexdigest()[:16])
        walk("", "")
        """#
    return try await python(program, in: folder).split(separator: "\n").map(String.init)
}

/// The beginning of a program that makes a tar: `add(name, type, content, link, mode)` adds a member without checks.
private let tarProgram = #"""
    import io, sys, tarfile
    from tarfile import BLKTYPE, CHRTYPE, DIRTYPE, FIFOTYPE, LNKTYPE, REGTYPE, SYMTYPE, USTAR_FORMAT
    mode = sys.argv[1] if len(sys.argv) > 1 else ""
    tar = tarfile.open("a.tar", "w:" + mode, format=tarfile.PAX_FORMAT)
    def add(name, type=REGTYPE, content=b"", link="", mode=0o644):
        info = tarfile.TarInfo(name)
        info.type, info.size, info.linkname, info.mode = type, len(content), link, mode
        tar.addfile(info, io.BytesIO(content))

    """#

private let zipProgram = #"""
    import stat, zipfile
    archive = zipfile.ZipFile("a.tar", "w", zipfile.ZIP_DEFLATED)
    def add(name, content=b"", mode=0o100644):
        info = zipfile.ZipInfo(name)
        info.external_attr, info.compress_type = mode << 16, zipfile.ZIP_DEFLATED
        archive.writestr(info, content)

    """#

/// Makes an archive from calls to `add` and returns its path. The file's name does not depend on the format.
func makeTar(_ members: String, compression: String = "", in folder: FilePath) async throws -> FilePath {
    try await python(tarProgram + members + "\ntar.close()\n", [compression], in: folder)
    return folder.appending("a.tar")
}

func makeZip(_ members: String, in folder: FilePath) async throws -> FilePath {
    try await python(zipProgram + members + "\narchive.close()\n", in: folder)
    return folder.appending("a.tar")
}

/// A tree with every kind of allowed member.
let goodMembers = #"""
    add("./", DIRTYPE, mode=0o755)
    add("./lib-1.0/", DIRTYPE, mode=0o700)
    add("lib-1.0/configure", content=b"#!/bin/sh\n" * 300, mode=0o755)
    add("lib-1.0/src//main.c", content=b"int main;\n" * 5000, mode=0o666)
    add("lib-1.0/src/empty.c")
    add("lib-1.0/./src/same.c", LNKTYPE, link="lib-1.0/src/main.c")
    add("lib-1.0/src/link.h", SYMTYPE, link="../include/real.h")
    add("lib-1.0/include/real.h", content=bytes(range(256)) * 500)
    add("lib-1.0/folder", SYMTYPE, link="src")
    add("lib-1.0/dangling", SYMTYPE, link="not/../here")
    add("lib-1.0/empty", DIRTYPE)
    add("lib-1.0/naïve/日本語.txt", content="é".encode())
    add("lib-1.0/" + "long" * 40 + "/" + "name" * 30, content=b"x")
    """#

/// Makes a Debian package with `ar`, whose `data.tar` is the output of a command, and returns its path.
func makePackage(data command: String, named name: String, in folder: FilePath) async throws -> FilePath {
    try await shell(
        ["sh", "-c", "echo 2.0 >debian-binary && : >control.tar && \(command) >\(name)"], in: folder)
    try await shell(["ar", "rcD", "a.deb", "debian-binary", "control.tar", name], in: folder)
    return folder.appending("a.deb")
}
