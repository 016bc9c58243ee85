/// The linker for the test programs of `configure` scripts.
public enum LinkMode: String, CaseIterable, Hashable, Sendable, Codable {
    /// The toolchain's own linker.
    case linker
    /// xbuild's `probe-ld`, which resolves symbols correctly, but writes no runnable program: for architectures that no
    /// installed linker supports.
    case probe
}
