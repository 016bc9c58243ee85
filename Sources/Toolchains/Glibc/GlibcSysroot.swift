public import Basics
public import Targets

/// A sysroot for Linux with glibc: headers, shared libraries that contain only symbols, and the objects that a linker
/// adds to every program. It is made from the headers, sources and lists of symbols that Zig carries for every version
/// and architecture of glibc.
///
/// A program that is linked against it runs with glibc `version` and later ones.
///
/// A built-in step writes the parts that are text; then the toolchain's compiler, linker and archiver make the
/// libraries and objects: see `GlibcSysroot.commands`.
public struct GlibcSysroot: Hashable, Sendable, Codable {
    public let architecture: Architecture
    /// The triple for the compiler.
    public let triple: String
    /// The version of glibc: 2.31.
    public let version: OSVersion
    /// The folder of the wheel that contains the folders `include` and `glibc`.
    public let folder: RelativePath

    /// The revision of the layout. Increase it when the same wheel gives a different tree.
    public static let revision = 5

    /// The targets that a sysroot can be made for.
    static let targets = Target.all.filter { target in
        target.platform == .linux && target.environment == .gnu && Machine(target.architecture) != nil
    }

    /// Returns nil for a target without glibc, and for one whose files are not known.
    public init?(_ target: Target, version: OSVersion, folder: RelativePath) {
        guard Self.targets.contains(target) else { return nil }
        architecture = target.architecture
        triple = target.triple
        self.version = version
        self.folder = folder
    }

    /// The folders of the wheel that sysroots of all architectures need, so that one step fetches them.
    public var members: [RelativePath] {
        let headers = Self.targets.compactMap { Machine($0.architecture) }.flatMap(\.includes).uniqued()
        return headers.map { folder.appending("include").appending($0) }.sorted() + [folder.appending("glibc")]
    }

    var machine: Machine? { Machine(architecture) }

    /// The names of glibc's shared libraries on an architecture; none if glibc does not support it.
    static func libraryNames(_ architecture: Architecture) -> [String] {
        Machine(architecture).map { machine in Library.allCases.map { $0.soname(machine) } } ?? []
    }

    /// The shared libraries; since 2.34, `libc.so` contains four of them.
    var libraries: [Library] {
        Library.allCases.filter { !(version >= OSVersion(2, 34) && $0.joinedLibc) }
    }

    /// A shared library of glibc.
    enum Library: String, CaseIterable {
        case libc = "c"
        case libm = "m"
        case pthread, dl, rt, util, resolv
        case loader = "ld"

        /// Whether `libc.so` contains the library since 2.34. Source: glibc's NEWS for 2.34.
        var joinedLibc: Bool { [.pthread, .dl, .rt, .util].contains(self) }

        /// The library's name in programs. Source: glibc's `shlib-versions`.
        func soname(_ machine: Machine) -> String {
            switch self {
            case .libc, .libm: "lib\(rawValue).so.6"
            case .pthread: "libpthread.so.0"
            case .dl, .resolv: "lib\(rawValue).so.2"
            case .rt, .util: "lib\(rawValue).so.1"
            case .loader: machine.loader
            }
        }
    }

    /// The names of an architecture in glibc's, Linux's and Zig's sources.
    struct Machine: Hashable {
        /// The target in the lists of symbols.
        var list: String
        /// The folder of glibc's headers.
        var headers: RelativePath
        /// The folder of the kernel's headers.
        var kernelHeaders: RelativePath
        /// The folders of glibc's sources, the special one first.
        var sources: [String]
        /// The dynamic loader's file name.
        var loader: String
        /// The size of a pointer in bytes.
        var pointerSize = 8

        /// The folders of headers; a file in a later one replaces the file in an earlier one.
        var includes: [RelativePath] { ["any-linux-any", kernelHeaders, "generic-glibc", headers] }

        init?(_ architecture: Architecture) {
            switch architecture {
            case .x86_64: self.init("x86_64-linux-gnu", "x86", ["x86_64", "x86"], "ld-linux-x86-64.so.2")
            case .i386: self.init("x86-linux-gnu", "x86", ["i386", "x86"], "ld-linux.so.2", pointerSize: 4)
            case .arm64: self.init("aarch64-linux-gnu", "aarch64", ["aarch64"], "ld-linux-aarch64.so.1")
            case .armv7: self.init("arm-linux-gnueabihf", "arm", ["arm"], "ld-linux-armhf.so.3", pointerSize: 4)
            case .riscv64: self.init("riscv64-linux-gnu", "riscv", ["riscv"], "ld-linux-riscv64-lp64d.so.1")
            case .ppc64le:
                self.init("powerpc64le-linux-gnu", "powerpc", ["powerpc/powerpc64", "powerpc"], "ld64.so.2")
            case .s390x: self.init("s390x-linux-gnu", "s390x", ["s390/s390-64", "s390"], "ld64.so.1")
            case .armv7s, .armv7k, .arm64e, .arm64_32, .wasm32: return nil
            }
        }

        private init?(_ list: String, _ family: String, _ sources: [String], _ loader: String, pointerSize: Int = 8) {
            guard let headers = RelativePath("\(family)-linux-gnu"),
                let kernelHeaders = RelativePath("\(family)-linux-any")
            else { return nil }
            (self.list, self.headers, self.kernelHeaders) = (list, headers, kernelHeaders)
            (self.sources, self.loader, self.pointerSize) = (sources, loader, pointerSize)
        }
    }
}
