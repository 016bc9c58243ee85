/// An instruction set, in the granularity in which linkers distinguish slices.
///
/// The raw value is the name that Apple's and LLVM's tools accept after `-arch`; a triple may spell the architecture
/// differently (`aarch64` on Linux).
public enum Architecture: String, CaseIterable, Hashable, Sendable, Codable {
    case armv7
    case armv7s
    case armv7k
    case arm64
    case arm64e
    case arm64_32
    case i386
    case x86_64
    case riscv64
    case ppc64le
    case s390x
    case wasm32

    /// Reads the name of an architecture from a triple or a command line, in any of the usual spellings; nil for any
    /// other text.
    public init?(spelling: String) {
        switch spelling {
        case "aarch64": self = .arm64
        case "i486", "i586", "i686", "x86": self = .i386
        case "amd64", "x64": self = .x86_64
        case "powerpc64le": self = .ppc64le
        case "arm", "armv7a", "armv7l": self = .armv7
        default: self.init(rawValue: spelling)
        }
    }
}
