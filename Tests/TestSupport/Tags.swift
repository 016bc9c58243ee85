import Testing

extension Tag {
    /// Marks tests that run programs of this machine: compilers, archivers, servers on loopback.
    @Tag public static var process: Self
    /// Marks tests that run the program xbuild; `scripts/test unit` leaves them out.
    @Tag public static var endToEnd: Self
    /// Marks tests that only the tier `--large` runs.
    @Tag public static var slow: Self
    /// Marks tests that contact servers on other machines; they run on request only.
    @Tag public static var network: Self
}
