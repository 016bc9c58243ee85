import Testing

extension Tag {
    /// Runs programs of this machine: compilers, archivers, servers on loopback.
    @Tag public static var process: Self
    /// Runs xbuild itself: not in the tier `unit`.
    @Tag public static var endToEnd: Self
    /// Only in the tier `--large`.
    @Tag public static var slow: Self
    /// Contacts servers on other machines, on request.
    @Tag public static var network: Self
}
