/// Writes triples in the form to which `clang -print-target-triple` and `llvm-triple` normalize them.
///
/// Source of the spellings: LLVM, `llvm/lib/TargetParser/Triple.cpp`; SwiftPM compares the canonical unversioned form.
extension Target {
    /// The architecture in the spelling of this platform's triples and tools.
    public var architectureWord: String {
        if platform.isApple || platform == .wasi { return architecture.rawValue }
        return switch architecture {
        case .arm64: "aarch64"
        case .i386: "i686"
        case .ppc64le: "powerpc64le"
        case .armv7, .armv7s, .armv7k, .arm64e, .arm64_32, .x86_64, .riscv64, .s390x, .wasm32: architecture.rawValue
        }
    }

    /// The triple without a version: `arm64-apple-ios-simulator`, `aarch64-unknown-linux-gnu`.
    public var triple: String { triple(version: "") }

    /// Returns the triple with a minimum OS version (Android: the API level is `major`):
    /// `arm64-apple-ios15.0-simulator`. For platforms whose triples contain no version, `version` is ignored.
    public func triple(minimum version: OSVersion) -> String {
        switch platform {
        case .macOS, .iOS, .tvOS, .watchOS, .visionOS: triple(version: version.description)
        case .android: triple(version: "\(version.major)")
        case .linux, .windows, .wasi: triple
        }
    }

    private func triple(version: String) -> String {
        let word = architectureWord
        switch (platform, environment) {
        case (.macOS, _): return "\(word)-apple-macosx\(version)"
        case (.visionOS, .simulator): return "\(word)-apple-xros\(version)-simulator"
        case (.visionOS, _): return "\(word)-apple-xros\(version)"
        case (.iOS, .macCatalyst): return "\(word)-apple-ios\(version)-macabi"
        case (.iOS, .simulator), (.tvOS, .simulator), (.watchOS, .simulator):
            return "\(word)-apple-\(platform.rawValue)\(version)-simulator"
        case (.iOS, _), (.tvOS, _), (.watchOS, _): return "\(word)-apple-\(platform.rawValue)\(version)"
        case (.linux, _):
            let suffix = architecture == .armv7 ? "eabihf" : ""
            return "\(word)-unknown-linux-\(environment.rawValue)\(suffix)"
        case (.android, _): return "\(word)-unknown-linux-android\(version)"
        case (.windows, .mingw): return "\(word)-unknown-windows-gnu"
        case (.windows, _): return "\(word)-unknown-windows-msvc"
        case (.wasi, _): return "\(word)-unknown-wasip1"
        }
    }
}
