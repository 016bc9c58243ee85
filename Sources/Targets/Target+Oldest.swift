extension Target {
    /// The oldest OS version that objects can target: the first release for this architecture. For an older version in
    /// a triple, clang writes this version into objects, or fails. Nil where clang accepts every version.
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

    /// Returns the version that objects target when `asked` is requested.
    public func effectiveMinimum(_ asked: OSVersion) -> OSVersion { oldestVersion.map { max($0, asked) } ?? asked }
}
