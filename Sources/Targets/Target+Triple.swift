/// Targets as triples, in the four-part form into which `clang -print-target-triple` and `llvm-triple` normalize them.
///
/// Source of the spellings: LLVM, `llvm/lib/TargetParser/Triple.cpp`; SwiftPM compares the canonical unversioned form.
extension Target {
    /// The architecture as this platform's triples and tools spell it.
    public var architectureWord: String {
        switch platform {
        case .macOS, .iOS, .tvOS, .watchOS, .visionOS, .wasi: architecture.rawValue
        case .linux, .android, .windows:
            switch architecture {
            case .arm64: "aarch64"
            case .i386: "i686"
            case .ppc64le: "powerpc64le"
            case .armv7, .armv7s, .armv7k, .arm64e, .arm64_32, .x86_64, .riscv64, .s390x, .wasm32:
                architecture.rawValue
            }
        }
    }

    /// The triple without a version: `arm64-apple-ios-simulator`, `aarch64-unknown-linux-gnu`.
    public var triple: String { triple(version: "") }

    /// The triple with a minimum OS version (Android: the API level is `major`): `arm64-apple-ios15.0-simulator`.
    /// Platforms that carry no version ignore it.
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
        case (.android, _):
            return "\(word)-unknown-linux-android\(architecture == .armv7 ? "eabi" : "")\(version)"
        case (.windows, .mingw): return "\(word)-unknown-windows-gnu"
        case (.windows, _): return "\(word)-unknown-windows-msvc"
        case (.wasi, _): return "\(word)-unknown-wasip1"
        }
    }

    /// Reads a triple in any usual spelling, with or without a version: `aarch64-linux-gnu`, `arm64-apple-ios15.0`,
    /// `x86_64-w64-mingw32`, `wasm32-wasi`. Nil when it names no target.
    ///
    /// Old triples of Apple's simulators carry no environment: `x86_64-apple-ios` and `i386-apple-ios` mean it.
    public init?(triple: String) {
        let parts = triple.split(separator: "-").map(String.init)
        guard (2...4).contains(parts.count), let architecture = Architecture(spelling: parts[0]) else { return nil }
        let system = parts.dropFirst().joined(separator: "-")
        guard let (platform, environment) = Self.system(of: system, architecture) else { return nil }
        self.init(architecture, platform, environment)
    }

    private static func system(of text: String, _ architecture: Architecture) -> (Platform, Environment)? {
        let words = text.split(separator: "-").map { $0.prefix { $0.isLetter } }.filter { !$0.isEmpty }
        let last = words.last ?? ""
        if text.hasPrefix("apple-") { return apple(words.dropFirst().map(String.init), architecture) }
        if text.contains("mingw32") { return (.windows, .mingw) }
        if words.contains("windows") { return last == "gnu" ? (.windows, .mingw) : (.windows, .msvc) }
        if words.contains(where: { $0.hasPrefix("wasi") }) { return (.wasi, .preview1) }
        if last.hasPrefix("android") { return (.android, .bionic) }
        if last.hasPrefix("musl") { return (.linux, .musl) }
        if last.hasPrefix("gnu") || last == "linux" { return (.linux, .gnu) }
        return nil
    }

    private static func apple(_ words: [String], _ architecture: Architecture) -> (Platform, Environment)? {
        let isIntel = architecture == .i386 || architecture == .x86_64
        let variant: Environment? =
            switch words.count > 1 ? words[1] : "" {
            case "": nil
            case "simulator": .simulator
            case "macabi": .macCatalyst
            default: nil
            }
        if words.count > 1, variant == nil { return nil }
        switch words.first {
        case "macosx", "macos", "darwin": return (.macOS, .device)
        case "ios": return (.iOS, variant ?? (isIntel ? .simulator : .device))
        case "tvos": return (.tvOS, variant ?? (isIntel ? .simulator : .device))
        case "watchos": return (.watchOS, variant ?? (isIntel ? .simulator : .device))
        case "xros", "visionos": return (.visionOS, variant ?? .device)
        default: return nil
        }
    }
}
