import Basics
import Machine

/// The shared libraries that a program loads.
struct LoadedLibraries {
    let effects: ToolchainEffects

    /// Returns the paths by which the loader finds the libraries, and its own path. `ldd` is asked once for each state
    /// of the program and of the loader's cache. A static program has none.
    ///
    /// - Throws: `ToolchainError.unreadable` when the program cannot be read.
    func paths(of program: String) async throws(ToolchainError) -> [String] {
        let words = [
            "libraries 1", try await effects.known(program), await effects.digest(Self.cache)?.description ?? "",
        ]
        let (subject, stamp) = ("libraries \(program)", effects.textDigest(words.joined(separator: "\n")))
        if let known = effects.memory.recall(subject, stamp) { return known }
        let output = await effects.run(["ldd", program], ["PATH": "/usr/bin:/bin", "LC_ALL": "C"])
        guard let output else { return [] }
        let paths = Self.parse(output.output)
        effects.memory.remember(subject, stamp, paths)
        return paths
    }

    /// The loader's list of libraries in the machine's folders.
    static let cache = "/etc/ld.so.cache"

    /// Reads the lines `NAME => PATH (ADDRESS)` and `PATH (ADDRESS)`. Source: ldd(1).
    private static func parse(_ text: String) -> [String] {
        let found = text.split(whereSeparator: \.isNewline).compactMap { line -> String? in
            guard let slash = line.firstIndex(of: "/"), let end = line.lastIndex(of: "("), slash < end else {
                return nil
            }
            return String(line[slash..<end].reversed().drop { $0 == " " }.reversed())
        }
        return found.uniqued()
    }

    /// Returns whether a library belongs to the compiler and not to the machine: it is in the folder in which the
    /// compiler is installed, or it is known as a part of LLVM or gcc.
    ///
    /// - Parameters:
    ///   - real: the library's path without links.
    ///   - installation: the parent of the program's `bin`.
    static func isOwn(_ real: String, installation: String?) -> Bool {
        let name = Resolution.name(of: real)
        if names.contains(where: name.hasPrefix) { return true }
        guard let installation, !["", "/usr"].contains(installation) else { return false }
        return real.hasPrefix(installation + "/")
    }

    /// Returns whether a library belongs to glibc.
    static func isOfGlibc(_ path: String) -> Bool {
        let stem = Resolution.name(of: path).prefix { $0 != "." }
        return stem.hasPrefix("ld-linux") || glibc.contains(stem)
    }

    private static let glibc: Set<Substring> = [
        "ld64", "libc", "libdl", "libm", "libpthread", "libresolv", "librt", "libutil",
    ]

    private static let names = [
        "libLLVM", "libclang", "libz3", "libgmp", "libmpfr", "libmpc", "libisl", "liblld", "libbfd", "libopcodes",
        "libsframe", "libctf",
    ]
}

extension ToolchainEffects {
    /// Returns the digest of a file or folder as text.
    ///
    /// - Throws: `ToolchainError.unreadable`.
    func known(_ path: String, isFolder: Bool = false) async throws(ToolchainError) -> String {
        guard let digest = await isFolder ? folderDigest(path) : digest(path) else { throw .unreadable(path: path) }
        return digest.description
    }
}
