import Targets

/// The systems for whose versions binaries are built: the keys of `minimum:`.
public enum VersionedSystem: String, CaseIterable, Hashable, Sendable {
    case macos
    case ios
    case catalyst
    case tvos
    case watchos
    case visionos
    /// Its version is the API level.
    case android
    /// The C library of Linux. Binaries record the version of each function that they use.
    case glibc

    /// Returns the system of a target; nil if its binaries depend on no version.
    public init?(_ target: Target) {
        switch (target.platform, target.environment) {
        case (.iOS, .macCatalyst): self = .catalyst
        case (.macOS, _): self = .macos
        case (.iOS, _): self = .ios
        case (.tvOS, _): self = .tvos
        case (.watchOS, _): self = .watchos
        case (.visionOS, _): self = .visionos
        case (.android, _): self = .android
        case (.linux, .gnu): self = .glibc
        case (.linux, _), (.windows, _), (.wasi, _): return nil
        }
    }
}
