/// The machine that runs xbuild, as the compiler knew it when it built this.
extension Target {
    /// The target that programs of this machine are.
    public static let host = Target(checked: hostArchitecture, hostPlatform, hostPlatform.environments[0])

    #if arch(x86_64)
        private static let hostArchitecture = Architecture.x86_64
    #elseif arch(arm64)
        private static let hostArchitecture = Architecture.arm64
    #else
        #error("xbuild runs on x86_64 and arm64")
    #endif

    // A statically linked xbuild (musl) builds on the same machines as any other: what counts is their C library, and
    // Linux machines with compilers on them have glibc for all that is known here.
    #if os(macOS)
        private static let hostPlatform = Platform.macOS
    #elseif os(Linux)
        private static let hostPlatform = Platform.linux
    #else
        #error("xbuild runs on Linux and macOS")
    #endif
}
