/// The rest of what decides an ABI once architecture and platform are known: Apple's variant, or the C library.
public enum Environment: String, CaseIterable, Hashable, Sendable, Codable {
    /// Apple hardware.
    case device
    /// Apple's simulator.
    case simulator
    /// iOS libraries on a Mac; the triple's word is `macabi`.
    case macCatalyst = "catalyst"
    /// glibc.
    case gnu
    case musl
    /// Android's C library.
    case bionic
    case msvc
    /// Windows by way of MinGW-w64; the triple's word is `gnu`.
    case mingw
    /// WASI preview 1.
    case preview1 = "wasip1"
}
