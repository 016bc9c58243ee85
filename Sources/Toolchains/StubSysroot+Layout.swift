import Basics
import Targets

extension StubSysroot {
    /// The contents of the tree, by path.
    public struct Layout: Hashable, Sendable {
        /// Members that are copied unchanged: destination to source.
        public var copies: [RelativePath: RelativePath]
        /// Members that are rewritten: destination to the rewrite.
        public var rewrites: [RelativePath: Rewrite]
        /// Symbolic links with their targets.
        public var links: [RelativePath: String]
        /// New files.
        public var contents: [RelativePath: [UInt8]]
    }

    /// A member and the change of its bytes.
    public struct Rewrite: Hashable, Sendable {
        public var source: RelativePath
        public var kind: Kind

        public enum Kind: Hashable, Sendable {
            /// Replaces the library's targets by the family's.
            case library
            /// Gives functions the symbols of platforms other than macOS.
            case conformance
        }
    }

    /// Returns the layout of the tree for a wheel with these members; it leaves out unneeded members.
    ///
    /// Throws when the library or needed headers are missing.
    public func layout(members: some Sequence<RelativePath>) throws(StubSysrootError) -> Layout {
        let runtime = CxxRuntime(sizeType: "m").library(for: family)
        var layout = Layout(
            copies: [:], rewrites: [:], links: Self.links,
            contents: ["SDKSettings.json": settings, "usr/lib/libc++.tbd": Array(runtime.utf8)])
        for member in members {
            if member == library { layout.rewrites[Self.libraryPath] = Rewrite(source: member, kind: .library) }
            guard let header = member.relative(to: headers) else { continue }
            let destination = Self.includePath.appending(header)
            if header == Self.conformanceHeader, family != .macOS {
                layout.rewrites[destination] = Rewrite(source: member, kind: .conformance)
            } else {
                layout.copies[destination] = member
            }
        }
        guard layout.rewrites[Self.libraryPath] != nil else { throw .missing(library) }
        guard !layout.copies.isEmpty else { throw .missing(headers) }
        if family != .macOS, layout.rewrites[Self.includePath.appending(Self.conformanceHeader)] == nil {
            throw .missing(headers.appending(Self.conformanceHeader))
        }
        return layout
    }

    /// Returns the rewritten bytes of a member.
    public func rewritten(_ bytes: [UInt8], _ rewrite: Rewrite) throws(StubSysrootError) -> [UInt8] {
        switch rewrite.kind {
        case .library:
            family == .macOS ? bytes : try LibraryRewriter(family).rewritten(bytes, source: rewrite.source)
        case .conformance: try Self.conformant(bytes, source: rewrite.source)
        }
    }

    static let libraryPath: RelativePath = "usr/lib/libSystem.tbd"
    static let includePath: RelativePath = "usr/include"
    static let conformanceHeader: RelativePath = "sys/cdefs.h"

    /// The other names of libSystem in Apple's SDKs, for `-lm`, `-lpthread` and the like.
    private static let links: [RelativePath: String] = Dictionary(
        uniqueKeysWithValues: [
            "usr/lib/libSystem.B.tbd", "usr/lib/libc.tbd", "usr/lib/libdbm.tbd", "usr/lib/libdl.tbd",
            "usr/lib/libinfo.tbd", "usr/lib/libm.tbd", "usr/lib/libpoll.tbd", "usr/lib/libproc.tbd",
            "usr/lib/libpthread.tbd", "usr/lib/librpcsvc.tbd",
        ].map { ($0, "libSystem.tbd") } + [("usr/lib/libc++.1.tbd", "libc++.tbd")])

    /// `SDKSettings.json`, with only the parts that clang reads. The keys are sorted, so that the bytes never vary.
    private var settings: [UInt8] {
        var pairs = [
            ("CanonicalName", "\"\(family.canonicalName)\(version)\""),
            ("DefaultDeploymentTarget", "\"\(version)\""),
            ("MaximumDeploymentTarget", "\"\(version.major).\(version.minor).99\""),
            ("Version", "\"\(version)\""),
        ]
        if let ios = catalystVersion {
            let map = "{\"iOSMac_macOS\": {\"\(ios)\": \"\(version)\"}, \"macOS_iOSMac\": {\"\(version)\": \"\(ios)\"}}"
            pairs.append(("VersionMap", map))
        }
        let lines = pairs.map { "  \"\($0.0)\": \($0.1)" }.joined(separator: ",\n")
        return Array("{\n\(lines)\n}\n".utf8)
    }

    /// Sets the macros `__DARWIN_ONLY_…` to 1. Each of them states that functions have no variants of a certain kind.
    private static func conformant(_ bytes: [UInt8], source: RelativePath) throws(StubSysrootError) -> [UInt8] {
        let start = Array("#define __DARWIN_ONLY_".utf8)
        var count = 0
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            guard line.starts(with: start), line.last == UInt8(ascii: "0") else { return line }
            count += 1
            return line.dropLast() + [UInt8(ascii: "1")]
        }
        guard count > 0 else { throw .unexpected(source) }
        return Array(lines.joined(separator: [0x0A]))
    }
}

/// The reason why no stub sysroot can be made from a wheel.
public enum StubSysrootError: Error, Hashable, Sendable {
    /// The wheel has no member at this path.
    case missing(RelativePath)
    /// A member does not have the expected form.
    case unexpected(RelativePath)
    /// The wheel has no such version of glibc for the target.
    case noGlibc(OSVersion, oldest: OSVersion, newest: OSVersion)
}

extension StubSysrootError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing(let path): "the wheel has no `\(path)`"
        case .unexpected(let path): "`\(path)` of the wheel does not have the form that a sysroot needs"
        case .noGlibc(let version, let oldest, let newest):
            "the wheel has no glibc \(version) for the target; give a minimum of glibc from \(oldest) to \(newest)"
        }
    }
}
