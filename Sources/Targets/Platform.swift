/// The operating system or runtime that loads a binary.
public enum Platform: String, CaseIterable, Hashable, Sendable, Codable {
    case macOS = "macos"
    case iOS = "ios"
    case tvOS = "tvos"
    case watchOS = "watchos"
    case visionOS = "visionos"
    case linux
    case android
    case windows
    case wasi

    /// Whether its binaries are Mach-O files, which are merged into fat archives and shipped as XCFrameworks.
    public var isApple: Bool {
        switch self {
        case .macOS, .iOS, .tvOS, .watchOS, .visionOS: true
        case .linux, .android, .windows, .wasi: false
        }
    }

    /// The environments of the platform, the usual one first.
    public var environments: [Environment] {
        switch self {
        case .macOS: [.device]
        case .iOS: [.device, .simulator, .macCatalyst]
        case .tvOS, .watchOS, .visionOS: [.device, .simulator]
        case .linux: [.gnu, .musl]
        case .android: [.bionic]
        case .windows: [.msvc, .mingw]
        case .wasi: [.preview1]
        }
    }
}
