/// The linker of configure's test programs.
public enum LinkMode: String, CaseIterable, Hashable, Sendable, Codable {
    /// The toolchain's own linker.
    case linker
    /// xbuild's `probe-ld`, which resolves symbols correctly and writes no runnable program: for architectures that no
    /// installed linker knows.
    case probe
}
