/// The variables that `${…}` in a recipe can name, and that the environment of a script step contains under the same
/// names: a fixed set, with the names that hand-written build scripts use. Their values differ from target to target;
/// planning computes them.
public enum BuildVariable: String, CaseIterable, Hashable, Sendable, Codable {
    case cc = "CC"
    case cxx = "CXX"
    case ar = "AR"
    case ranlib = "RANLIB"
    case nm = "NM"
    case strip = "STRIP"
    case ld = "LD"
    case cflags = "CFLAGS"
    case cxxflags = "CXXFLAGS"
    case cppflags = "CPPFLAGS"
    case ldflags = "LDFLAGS"
    case prefix = "PREFIX"
    case destdir = "DESTDIR"
    case source = "SOURCE"
    case build = "BUILD"
    case files = "FILES"
    case dependencies = "DEPENDENCIES"
    case target = "TARGET"
    case triple = "TRIPLE"
    case arch = "ARCH"
    case platform = "PLATFORM"
    case environment = "ENVIRONMENT"
    case sysroot = "SYSROOT"
    case minVersion = "MIN_VERSION"
    case host = "HOST"
    case buildTriple = "BUILD_TRIPLE"
    case version = "VERSION"
    case ccForBuild = "CC_FOR_BUILD"
    case jobs = "JOBS"

    /// The variables that may be used in flags.
    public static let ofFlags = allCases.filter(\.isKnownToFlags)

    /// Whether flags may use the variable: programs, and variables that contain flags themselves, are excluded.
    var isKnownToFlags: Bool {
        switch self {
        case .cc, .cxx, .ar, .ranlib, .nm, .strip, .ld, .cflags, .cxxflags, .cppflags, .ldflags, .ccForBuild, .jobs,
            .destdir, .build:
            false
        case .prefix, .source, .files, .dependencies, .target, .triple, .arch, .platform, .environment, .sysroot,
            .minVersion, .host, .buildTriple, .version:
            true
        }
    }

    /// The description of the variable's value for authors of recipes: a phrase without a full stop.
    public var doc: String {
        switch self {
        case .cc: "the C compiler with its target flags: a command line, `clang --target=…`"
        case .cxx: "the C++ compiler with its target flags; empty where the toolchain has none"
        case .ar: "the archiver"
        case .ranlib: "the program that indexes archives"
        case .nm: "the program that lists symbols"
        case .strip: "the program that removes symbols"
        case .ld: "the linker"
        case .cflags: "arguments of the C compiler: the toolchain's and those of `cflags:`"
        case .cxxflags: "arguments of the C++ compiler: the toolchain's and those of `cflags:`"
        case .cppflags: "arguments of the preprocessor: `defines:`, and the headers of dependencies"
        case .ldflags: "arguments of the compiler when it links: the toolchain's and those of `ldflags:`"
        case .prefix: "the install prefix that the library is configured with: `/usr/local`"
        case .destdir: "the staging folder: files are installed below `${DESTDIR}${PREFIX}`"
        case .source: "the unpacked and patched source"
        case .build: "the folder in which a step starts: empty, or with `in-source` the source itself"
        case .files: "the folder with the scripts of steps and the files of `files:`"
        case .dependencies:
            "the folder with the prefix of each dependency, by name: `${DEPENDENCIES}/zlib`"
        case .target: "the target's name: `ios-simulator-arm64`"
        case .triple: "the target's triple, with the minimum version: `arm64-apple-ios15.0-simulator`"
        case .arch: "the architecture as the platform calls it: `arm64`, on Linux `aarch64`"
        case .platform: "the platform: `ios`, `macos`, `linux`"
        case .environment: "the environment: `device`, `simulator`, `gnu`"
        case .sysroot: "the folder with the target's headers and libraries; empty where the compiler finds them itself"
        case .minVersion: "the oldest version of the system on which the result runs; empty where there is none"
        case .host: "the target as configure scripts call it: `aarch64-apple-darwin`"
        case .buildTriple: "the build machine as configure scripts call it: `x86_64-linux-gnu`"
        case .version: "the library's version"
        case .ccForBuild:
            "the C compiler for programs that run during the build; it needs `build-cc` in `tools:`"
        case .jobs: "the number of processes that a step may start at once without make's job server"
        }
    }
}
