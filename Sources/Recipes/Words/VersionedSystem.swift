import Targets

/// The systems whose binaries record the oldest version on which they run: the keys of `minimum:`.
public enum VersionedSystem: String, CaseIterable, Hashable, Sendable {
    case macos
    case ios
    case catalyst
    case tvos
    case watchos
    case visionos
    /// Its version is the API level.
    case android

    /// Returns the system of a target; nil if its binaries record no such version.
    public init?(_ target: Target) {
        switch (target.platform, target.environment) {
        case (.iOS, .macCatalyst): self = .catalyst
        case (.macOS, _): self = .macos
        case (.iOS, _): self = .ios
        case (.tvOS, _): self = .tvos
        case (.watchOS, _): self = .watchos
        case (.visionOS, _): self = .visionos
        case (.android, _): self = .android
        case (.linux, _), (.windows, _), (.wasi, _): return nil
        }
    }
}
