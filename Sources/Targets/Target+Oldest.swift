extension Target {
    /// The oldest OS version that objects can be for: the first release that ran on this architecture. Whatever older
    /// one a triple has, clang writes this one into objects, or refuses. Nil where every version is taken as it is.
    ///
    /// Source: LLVM, `Triple::getMinimumSupportedOSVersion` in `llvm/lib/TargetParser/Triple.cpp`.
    public var oldestVersion: OSVersion? {
        let isARM = architecture == .arm64 || architecture == .arm64e
        switch (platform, environment) {
        case (.macOS, _): return isARM ? OSVersion(11) : nil
        case (.iOS, .macCatalyst): return isARM ? OSVersion(14) : OSVersion(13, 1)
        case (.iOS, .simulator), (.tvOS, .simulator): return isARM ? OSVersion(14) : nil
        case (.iOS, _): return architecture == .arm64e ? OSVersion(14) : nil
        case (.watchOS, .simulator): return isARM ? OSVersion(7) : nil
        case (.watchOS, _): return isARM ? OSVersion(26) : nil
        case (.visionOS, _): return OSVersion(1)
        case (.tvOS, _), (.linux, _), (.android, _), (.windows, _), (.wasi, _): return nil
        }
    }

    /// The version that objects are for when this one is asked for.
    public func effectiveMinimum(_ asked: OSVersion) -> OSVersion { oldestVersion.map { max($0, asked) } ?? asked }
}
