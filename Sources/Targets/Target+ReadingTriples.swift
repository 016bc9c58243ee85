/// Reads triples as people and build systems write them: two to four words, in older spellings too.
///
/// A triple is `ARCHITECTURE-VENDOR-SYSTEM-ENVIRONMENT`. Vendor and environment may be left out. A version may end the
/// system's word (Apple) or the environment's (Android's API level). For a triple that is not fully understood, the
/// result is nil, so that no wrong target is selected.
extension Target {
    /// Reads a triple in any usual spelling, with or without a version: `aarch64-linux-gnu`, `arm64-apple-ios15.0`,
    /// `x86_64-w64-mingw32`, `wasm32-wasi`. Nil when it names no target.
    ///
    /// Old triples of Apple's simulators have no environment: `x86_64-apple-ios` and `i386-apple-ios` mean the
    /// simulator.
    public init?(triple: String) {
        let words = triple.split(separator: "-", omittingEmptySubsequences: false)
        guard (2...4).contains(words.count), let architecture = Architecture(spelling: String(words[0])) else {
            return nil
        }
        let rest = words.dropFirst()
        let found =
            if rest.first == "apple" {
                Self.appleSystem(rest.dropFirst(), architecture)
            } else {
                Self.system(rest, architecture) ?? Self.system(rest.dropFirst(), architecture)
            }
        guard let (platform, environment) = found else { return nil }
        self.init(architecture, platform, environment)
    }

    /// Returns the minimum OS version in a triple: `15.0` in `arm64-apple-ios15.0-simulator`, `24.0` (the API level) in
    /// `aarch64-linux-android24`. Nil when the triple contains no such version or names no target. A version after
    /// `darwin` is ignored: it is the kernel's version, not macOS's.
    public static func minimum(inTriple triple: String) -> OSVersion? {
        guard let target = Target(triple: triple), target.platform.isApple || target.platform == .android else {
            return nil
        }
        let words = triple.split(separator: "-").dropFirst().compactMap(Word.init)
        return words.filter { $0.letters != "darwin" }.compactMap(\.version).first
    }

    /// One word of a triple: its letters, and the version that may follow them.
    private struct Word {
        let letters: Substring
        let version: OSVersion?

        /// Reads a word; nil when anything but a version follows the letters.
        init?(_ text: Substring) {
            letters = text.prefix { $0.isASCII && $0.isLetter }
            let rest = text.dropFirst(letters.count)
            version = OSVersion(String(rest))
            guard rest.isEmpty || version != nil else { return nil }
        }
    }

    /// Reads the words after `apple`: `SYSTEM` or `SYSTEM-ENVIRONMENT`.
    private static func appleSystem(
        _ words: ArraySlice<Substring>, _ architecture: Architecture
    ) -> (Platform, Environment)? {
        guard (1...2).contains(words.count), let system = words.first.flatMap(Word.init) else { return nil }
        let isIntel = architecture == .i386 || architecture == .x86_64
        let environment: Environment
        switch words.dropFirst().first {
        case nil: environment = isIntel ? .simulator : .device
        case "simulator": environment = .simulator
        case "macabi": environment = .macCatalyst
        case .some: return nil
        }
        switch system.letters {
        case "macosx", "macos", "darwin": return words.count == 1 ? (.macOS, .device) : nil
        case "ios": return (.iOS, environment)
        case "tvos": return (.tvOS, environment)
        case "watchos": return (.watchOS, environment)
        case "xros", "visionos": return (.visionOS, environment)
        default: return nil
        }
    }

    /// Reads `SYSTEM` or `SYSTEM-ENVIRONMENT`, without the vendor.
    private static func system(
        _ words: ArraySlice<Substring>, _ architecture: Architecture
    ) -> (Platform, Environment)? {
        guard (1...2).contains(words.count), let system = words.first else { return nil }
        let variant = words.count > 1 ? words.last : nil
        switch (system, variant) {
        case ("linux", let variant): return linux(variant ?? "gnu", architecture)
        case ("mingw32", nil), ("windows", "gnu"): return (.windows, .mingw)
        case ("windows", nil): return (.windows, .msvc)
        case ("windows", let variant?): return Word(variant)?.letters == "msvc" ? (.windows, .msvc) : nil
        case ("wasi", nil), ("wasip1", nil): return (.wasi, .preview1)
        default: return nil
        }
    }

    /// Reads the environment word of a triple whose system is `linux`, including Android's. With glibc or musl, the
    /// word of a 32-bit ARM triple also names the floating-point ABI; only hard float is supported.
    private static func linux(_ variant: Substring, _ architecture: Architecture) -> (Platform, Environment)? {
        let isARM = architecture == .armv7
        switch variant {
        case "gnu": return isARM ? nil : (.linux, .gnu)
        case "musl": return isARM ? nil : (.linux, .musl)
        case "gnueabihf": return isARM ? (.linux, .gnu) : nil
        case "musleabihf": return isARM ? (.linux, .musl) : nil
        default: break
        }
        switch Word(variant)?.letters {
        case "android": return (.android, .bionic)
        case "androideabi": return isARM ? (.android, .bionic) : nil
        default: return nil
        }
    }
}
