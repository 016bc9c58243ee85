import Basics
import Targets

/// The expected properties of every object in a target's archives.
public struct AuditExpectation: Hashable, Sendable, Codable {
    public var target: Target
    /// The oldest OS version that was requested; nil if the platform has none or none was requested.
    public var minimumVersion: OSVersion?
    public var bitcode: Bitcode

    /// LLVM bitcode beside the machine code.
    public enum Bitcode: String, Hashable, Sendable, Codable {
        case none
        /// Empty sections, `-fembed-bitcode-marker`.
        case marker
        /// `-fembed-bitcode`.
        case full
    }

    public init(target: Target, minimumVersion: OSVersion? = nil, bitcode: Bitcode = .none) {
        self.target = target
        self.minimumVersion = minimumVersion
        self.bitcode = bitcode
    }
}
