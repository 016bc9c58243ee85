import Basics
import Targets

// Makes values from strings in tests. An invalid string stops the test program.

extension RelativePath {
    public static func at(_ string: String) -> RelativePath {
        guard let path = RelativePath(string) else { preconditionFailure("not a relative path: \(string)") }
        return path
    }
}

extension Target {
    public static func named(_ name: String) -> Target {
        guard let target = Target(name) else { preconditionFailure("not a target: \(name)") }
        return target
    }

    public static let classicFive: [Target] = [
        "ios-armv7", "ios-armv7s", "ios-arm64", "ios-simulator-i386", "ios-simulator-x86_64",
    ].map(named)
}

extension Architecture {
    /// The number of bits of a pointer.
    public var pointerWidth: Int {
        switch self {
        case .armv7, .armv7s, .armv7k, .arm64_32, .i386, .wasm32: 32
        case .arm64, .arm64e, .x86_64, .riscv64, .ppc64le, .s390x: 64
        }
    }
}
