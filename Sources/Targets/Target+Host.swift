/// The machine that runs xbuild, as known at compile time.
extension Target {
    /// The target of programs that run on this machine.
    public static let host = Target(checked: hostArchitecture, hostPlatform, hostPlatform.environments[0])

    #if arch(x86_64)
        private static let hostArchitecture = Architecture.x86_64
    #elseif arch(arm64)
        private static let hostArchitecture = Architecture.arm64
    #else
        #error("xbuild runs on x86_64 and arm64")
    #endif

    // The environment is that of the machine's C library, which need not be the one that xbuild is linked with: a
    // statically linked xbuild (musl) runs on the same machines. xbuild assumes that Linux machines with compilers have
    // glibc.
    #if os(macOS)
        private static let hostPlatform = Platform.macOS
    #elseif os(Linux)
        private static let hostPlatform = Platform.linux
    #else
        #error("xbuild runs on Linux and macOS")
    #endif
}
