/// The part of an ABI that architecture and platform leave open: Apple's variant, or the C library.
public enum Environment: String, CaseIterable, Hashable, Sendable, Codable {
    /// Apple hardware.
    case device
    /// Apple's simulator.
    case simulator
    /// The environment of iOS libraries on a Mac, spelled `macabi` in triples.
    case macCatalyst = "catalyst"
    /// glibc.
    case gnu
    case musl
    /// Android's C library.
    case bionic
    case msvc
    /// Windows with MinGW-w64, spelled `gnu` in triples.
    case mingw
    /// WASI preview 1.
    case preview1 = "wasip1"
}
