import Basics
import Documents
import Targets

extension SysrootChoice {
    /// `none`, `system`, or a mapping with one of `folder`, `xcrun`, `apple-stub` and `glibc`.
    static let shape = Shape<SysrootChoice>.either(word, or: long)

    private static let word = Shape<SysrootChoice>.words(
        "a sysroot", ["none": .absent, "system": .system], order: ["none", "system"])

    private static let long = Shape<[SysrootChoice]>.mapping(
        "a mapping with `folder`, `xcrun`, `apple-stub` or `glibc`",
        .optional("folder", ToolchainSettings.Candidates.shape, "a folder of this machine"),
        .optional("xcrun", Template.shape("an SDK's name", in: .text), "the name of an SDK of Xcode"),
        .optional("apple-stub", AppleStub.shape, "a stand-in for Apple's SDK, made of a wheel's members"),
        .optional("glibc", Glibc.shape, "glibc's headers and stubs of its libraries, made of a wheel's members")
    ) { folder, xcrun, stub, glibc in
        [
            folder.map(SysrootChoice.folder), xcrun.map(SysrootChoice.xcrun), stub.map(SysrootChoice.appleStub),
            glibc.map(SysrootChoice.glibc),
        ].compactMap(\.self)
    }.checked { choices, node, findings -> SysrootChoice? in
        if choices.count == 1 {
            guard case .folder(let folder) = choices[0],
                let root = folder.candidates.first(where: { $0.pieces == [.text("/")] })
            else { return choices[0] }
            findings.error("`/` contains more than a sysroot", at: root.mark, hint: "`sysroot: system`")
            return nil
        }
        guard case .mapping(let entries) = node.content, entries.count != 1 else { return nil }
        findings.error("expected one of `folder`, `xcrun`, `apple-stub` and `glibc`", at: node.mark)
        return nil
    }
}

extension SysrootChoice.AppleStub {
    fileprivate static let shape = Shape<SysrootChoice.AppleStub>.mapping(
        "a mapping with `wheel`, `headers`, `library` and `versions`",
        .required(
            "wheel", PinnedFile.wheel, "the file of the Python package index that contains the headers and the library"),
        .required("headers", .relativePath, "the folder in the wheel that becomes `usr/include`"),
        .required("library", .relativePath, "the .tbd file in the wheel that becomes libSystem's"),
        .required("versions", versions, "the SDK version to state, by platform")
    ) { SysrootChoice.AppleStub(wheel: $0, headers: $1, library: $2, versions: $3) }

    private static let versions = Shape.dictionary(
        "a mapping of SDK versions", keys: Shape<Platform>.oneOf("a platform"), values: ToolchainFile.Entry.version)
}

extension SysrootChoice.Glibc {
    fileprivate static let shape = Shape<SysrootChoice.Glibc>.mapping(
        "a mapping with `wheel`, `folder`, `runtime` and `version`",
        .required("wheel", PinnedFile.wheel, "the file of the Python package index that contains Zig's copy of glibc"),
        .required("folder", .relativePath, "the folder in the wheel with `include` and `glibc`"),
        .required("runtime", runtime, "the archive of the functions that compilers call"),
        .required("version", ToolchainFile.Entry.version, "the version of glibc")
    ) { SysrootChoice.Glibc(wheel: $0, folder: $1, runtime: $2, version: $3) }

    private static let runtime = Shape<Runtime>.mapping(
        "a mapping with `file` or `packages`",
        .optional("file", ToolchainSettings.Candidates.shape, "a file of this machine: the compiler's own"),
        .optional("packages", packages, default: [:], "without such a file: a package's, by architecture")
    ) { Runtime(candidates: $0, packages: $1) }

    private static let packages = Shape.dictionary(
        "a mapping of archives", keys: Shape<Architecture>.oneOf("an architecture"),
        values: Shape<CompilerRuntime>.mapping(
            "a mapping with `debian` and `member`",
            .required("debian", PinnedFile.debian, "the binary package that contains the archive"),
            .required("member", .relativePath, "the archive's path in the package")
        ) { .member($1, of: $0) })
}

extension PinnedFile {
    private static let hash = Shape<SHA256Value>.parsed(
        "a SHA-256", pattern: "^[0-9a-fA-F]{64}$", hint: "64 hex digits"
    ) { SHA256Value(hex: $0) }

    private static let size = Shape<Int>.integer("a size", in: 1...(1 << 32))

    fileprivate static let wheel = Shape<PinnedFile>.mapping(
        "a mapping of a wheel",
        .required("package", Shape.text, "the package's name"),
        .required("version", Shape.text, "the package's version"),
        .required("file", Shape.text, "the file's name, as a package has several"),
        .required("sha256", hash, "the SHA-256 of the file"),
        .required("size", size, "its size in bytes")
    ) { package, version, file, hash, size in
        PinnedFile(
            origin: .pypi, package: package, version: version, file: file, digest: Digest(hash: hash, size: size))
    }

    fileprivate static let debian = Shape<PinnedFile>.mapping(
        "a mapping of a Debian package",
        .required("package", Shape.text, "the binary package's name"),
        .required("version", Shape.text, "the package's version"),
        .required("file", Shape.text, "the name of the .deb file"),
        .required("suite", Shape.text.oneOrMany, "the Debian releases that have it, in the order of the search"),
        .required("sha256", hash, "the SHA-256 of the file"),
        .required("size", size, "its size in bytes")
    ) { package, version, file, suites, hash, size in
        PinnedFile(
            origin: .debian(suites: suites), package: package, version: version, file: file,
            digest: Digest(hash: hash, size: size))
    }
}
