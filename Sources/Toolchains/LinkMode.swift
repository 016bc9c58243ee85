/// What links the test programs of configure scripts.
public enum LinkMode: String, CaseIterable, Hashable, Sendable, Codable {
    /// The toolchain's own linker.
    case linker
    /// xbuild's `probe-ld`, which resolves symbols truthfully and writes nothing that could run: for architectures that
    /// no linker here knows.
    case probe
}
