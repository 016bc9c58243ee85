/// The kind of LLVM bitcode in an object beside its machine code.
public enum BitcodeContent: String, CaseIterable, Hashable, Sendable {
    case none
    /// The sections exist, empty or with one byte: `-fembed-bitcode-marker`.
    case marker
    /// The bitcode itself: `-fembed-bitcode`.
    case full
    /// Assembly has no bitcode: if it is requested, clang writes a section `__LLVM,__asm` as a marker.
    case assembly = "marked assembly"
}
