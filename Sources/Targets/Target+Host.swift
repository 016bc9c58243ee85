/// The machine that runs xbuild, as known at compile time.
extension Target {
    /// The target of this machine's own programs.
    public static let host = Target(checked: hostArchitecture, hostPlatform, hostPlatform.environments[0])

    #if arch(x86_64)
        private static let hostArchitecture = Architecture.x86_64
    #elseif arch(arm64)
        private static let hostArchitecture = Architecture.arm64
    #else
        #error("xbuild runs on x86_64 and arm64")
    #endif

    // A statically linked xbuild (musl) builds on the same machines as any other. The C library of the machine counts,
    // and Linux machines with compilers are assumed to have glibc.
    #if os(macOS)
        private static let hostPlatform = Platform.macOS
    #elseif os(Linux)
        private static let hostPlatform = Platform.linux
    #else
        #error("xbuild runs on Linux and macOS")
    #endif
}
