public import Basics
public import Machine
@testable public import Toolchains

extension ToolchainEffects {
    /// Returns the effects of a machine that has only these files, with these digests. Every program is an ELF file,
    /// every compiler is clang without libraries, and the digest of a folder is that of its files' names and digests.
    /// `outputs` maps command lines, joined by blanks, to the output of programs.
    public static func fixed(
        searchPath: [String], files: [String: Digest], links: [String: String] = [:],
        environment: [String: String] = [:], outputs: [String: String] = [:]
    ) -> ToolchainEffects {
        let within: @Sendable (String) -> [String] = { folder in
            files.keys.filter { $0.hasPrefix(folder + "/") }.sorted()
        }
        let isThere: @Sendable (String) -> Bool = { path in
            let real = links[path] ?? path
            return files[real] != nil || files.keys.contains { $0.hasPrefix(real + "/") }
        }
        return ToolchainEffects(
            searchPath: searchPath,
            isExecutable: { files[links[$0] ?? $0] != nil },
            exists: isThere,
            realPath: { isThere($0) ? links[$0] ?? $0 : nil },
            environment: { environment[$0] },
            output: { outputs[$0.joined(separator: " ")] },
            digest: { files[links[$0] ?? $0] },
            folderDigest: { folder in
                let paths = within(folder)
                guard !paths.isEmpty else { return nil }
                return unsafeDigest(paths.map { "\($0) \(files[$0]?.description ?? "")" }.joined(separator: "\n"))
            },
            names: { folder in
                Set(within(folder).map { $0.dropFirst(folder.count + 1).prefix { $0 != "/" } }).map(String.init)
                    .sorted()
            },
            form: { files[links[$0] ?? $0] == nil ? nil : .elf },
            run: { arguments, _ in honestCompiler(arguments) { links[$0] ?? $0 } },
            textDigest: unsafeDigest, memory: .none)
    }

    /// Answers like a clang that is no wrapper and has no headers of its own.
    public static func honestCompiler(_ arguments: [String], realPath: (String) -> String?) -> ProcessResult? {
        if arguments.contains("-###") {
            return ProcessResult(status: 0, errors: " \"\(realPath(arguments[0]) ?? "")\" \"-cc1\" \"-x\" \"c\"\n")
        }
        return arguments[0] == "ldd" ? ProcessResult(status: 1) : ProcessResult(status: 0, output: "assembly\n")
    }

    /// A digest that is quick and not safe, because this module has no SHA-256.
    public static func unsafeDigest(_ text: String) -> Digest {
        let number = text.utf8.reduce(14_695_981_039_346_656_037 as UInt64) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        let bytes = (0..<32).map { UInt8(truncatingIfNeeded: number >> (UInt64($0) % 8 * 8)) }
        guard let hash = SHA256Value(bytes: bytes) else { preconditionFailure("32 bytes are a SHA-256") }
        return Digest(hash: hash, size: text.utf8.count)
    }
}
