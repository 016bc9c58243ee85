public import Basics
import Targets

extension GlibcSysroot {
    /// The files that need no compiler.
    public struct Layout: Hashable, Sendable {
        /// The sysroot's headers: destination to member of the wheel.
        public var headers: [RelativePath: RelativePath]
        /// The sysroot's other files.
        public var contents: [RelativePath: [UInt8]]
        /// The sources of the stubs, which are not part of the sysroot.
        public var sources: [RelativePath: [UInt8]]
    }

    /// The header that states the version of glibc, and the list of symbols, as members of the wheel.
    public var versionHeader: RelativePath { folder.appending("include/generic-glibc/features.h") }
    public var symbolList: RelativePath { folder.appending("glibc/abilists") }

    /// Returns the files of the sysroot.
    ///
    /// - Parameters:
    ///   - members: the files of the wheel.
    ///   - features: the contents of `versionHeader`.
    ///   - symbols: the contents of `symbolList`.
    /// - Throws: `StubSysrootError` when a member is missing or does not have the expected form, or when the wheel
    ///   has no glibc of this version.
    public func layout(
        members: some Sequence<RelativePath>, features: [UInt8], symbols: [UInt8]
    ) throws(StubSysrootError) -> Layout {
        guard let machine, let lists = try? GlibcSymbols(symbols), let exports = lists.exports(of: machine.list),
            let oldest = exports.map(\.version).min(), let newest = lists.versions.last
        else { throw .unexpected(symbolList) }
        guard lists.versions.contains(version), version >= oldest else {
            throw .noGlibc(version, oldest: oldest, newest: newest)
        }
        var contents = texts
        contents[Self.include.appending("features.h")] = try stated(features)
        contents[Self.newerSymbols] = Array(newer(exports).utf8)
        let versions = lists.versions.filter { $0 <= version }
        var headers = try headers(members, machine)
        if let resolver = headers[Self.resolver], case let macros = oldNames(exports), !macros.isEmpty {
            headers[Self.resolverDeclarations] = resolver
            headers[Self.resolver] = nil
            contents[Self.resolver] = Array((macros + "#include <bits/resolv-declarations.h>\n").utf8)
        }
        return Layout(headers: headers, contents: contents, sources: sources(exports, versions, machine))
    }

    private static let resolver = include.appending("resolv.h")
    private static let resolverDeclarations = include.appending("bits/resolv-declarations.h")

    /// Returns the macros of `<resolv.h>` before glibc 2.34, when libresolv had its functions only under names with two
    /// underscores: `#define res_search __res_search`.
    ///
    /// Source: resolv/resolv.h of glibc 2.33.
    private func oldNames(_ exports: [GlibcExport]) -> String {
        guard version < OSVersion(2, 34) else { return "" }
        let own = Set(exports.filter { $0.version <= version }.map(\.place.name))
        let names = Set(exports.map(\.place.name)).subtracting(own).filter {
            ($0.hasPrefix("res_") || $0.hasPrefix("dn_")) && own.contains("__\($0)")
        }
        return names.sorted().map { "#define \($0) __\($0)\n" }.joined()
    }

    static let include: RelativePath = "usr/include"
    /// The symbols that later versions of glibc added, each with the first version, for the messages of audits.
    static let newerSymbols: RelativePath = "newer-symbols"

    private func newer(_ exports: [GlibcExport]) -> String {
        var first: [String: OSVersion] = [:]
        for export in exports {
            first[export.place.name] = min(first[export.place.name] ?? export.version, export.version)
        }
        return first.filter { $0.value > version }.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
    }

    private func headers(
        _ members: some Sequence<RelativePath>, _ machine: Machine
    ) throws(StubSysrootError) -> [RelativePath: RelativePath] {
        let folders = machine.includes.map { folder.appending("include").appending($0) }
        var found: [RelativePath: (rank: Int, member: RelativePath)] = [:]
        for member in members {
            for (rank, folder) in folders.enumerated() {
                guard let header = member.relative(to: folder), found[header].map({ $0.rank < rank }) ?? true else {
                    continue
                }
                found[header] = (rank, member)
            }
        }
        guard found["features.h"]?.member == versionHeader else { throw .missing(versionHeader) }
        let older = found.filter { header, _ in Self.newHeaders[header].map { version >= $0 } ?? true }
        return Dictionary(
            uniqueKeysWithValues: older.lazy.filter { $0.key != "features.h" }
                .map { (Self.include.appending($0.key), $0.value.member) })
    }

    /// The headers that glibc added after 2.31, with the version. The wheel's headers are those of its newest version.
    ///
    /// Source: glibc's NEWS.
    private static let newHeaders: [RelativePath: OSVersion] = [
        "sys/single_threaded.h": OSVersion(2, 32), "sys/platform/x86.h": OSVersion(2, 33),
        "sys/rseq.h": OSVersion(2, 35), "sys/pidfd.h": OSVersion(2, 36), "stdbit.h": OSVersion(2, 39),
        "sys/hwprobe.h": OSVersion(2, 40),
    ]

    /// Returns `features.h` with the minor version, which Zig leaves to the command line.
    private func stated(_ features: [UInt8]) throws(StubSysrootError) -> [UInt8] {
        let major = Array("#define\t__GLIBC__\t2\n".utf8)
        guard version.major == 2, let place = features.firstRange(of: major) else { throw .unexpected(versionHeader) }
        return features[..<place.upperBound] + Array("#define\t__GLIBC_MINOR__\t\(version.minor)\n".utf8)
            + features[place.upperBound...]
    }

    /// The sysroot's files that do not depend on the wheel.
    private var texts: [RelativePath: [UInt8]] {
        guard let machine else { return [:] }
        var texts = [
            // Linker scripts; the linker puts the sysroot before absolute paths.
            "usr/lib/libc.so":
                "GROUP ( /usr/lib/libc.so.6 /usr/lib/libc_nonshared.a AS_NEEDED ( /usr/lib/\(machine.loader) ) )\n",
            "usr/lib/libgcc_s.so": "GROUP ( \(GlibcUnwinder.soname) libgcc.a )\n",
            "usr/lib/libgcc_eh.a": Self.emptyArchive,
        ]
        // glibc removed it in 2.42.
        if version < OSVersion(2, 42) {
            texts["usr/include/termio.h"] = "#include <termios.h>\n#include <sys/ioctl.h>\n"
        }
        for library in Library.allCases where !libraries.contains(library) {
            texts["usr/lib/lib\(library.rawValue).a"] = Self.emptyArchive
        }
        return Self.files(texts)
    }

    private static let emptyArchive = "!<arch>\n"

    /// Returns the sources of the shared libraries and of the objects that GCC would bring.
    private func sources(
        _ exports: [GlibcExport], _ versions: [OSVersion], _ machine: Machine
    ) -> [RelativePath: [UInt8]] {
        let unwinder = GlibcUnwinder(architecture)
        var sources = [
            "gcc_s.s": unwinder.assembly,
            "gcc_s.map": unwinder.versionScript,
            "stdc++.s": CxxRuntime(sizeType: machine.pointerSize == 4 ? "j" : "m").assembly,
            "versions.map": GlibcStub.versionScript(versions),
            "empty.c": "",
            // Each program and each shared library has its own handle.
            "program.c": "__attribute__((visibility(\"hidden\"))) void *__dso_handle = 0;\n",
            "library.c": "__attribute__((visibility(\"hidden\"))) void *__dso_handle = &__dso_handle;\n",
        ]
        for library in libraries {
            let stub = GlibcStub(
                library: library.rawValue, exports: exports, newest: version, pointerSize: machine.pointerSize)
            sources["\(library.rawValue).s"] = stub.assembly
        }
        return Self.files(sources)
    }

    private static func files(_ texts: [String: String]) -> [RelativePath: [UInt8]] {
        Dictionary(
            uniqueKeysWithValues: texts.compactMap { path, text in
                RelativePath(path).map { ($0, Array(text.utf8)) }
            })
    }
}
