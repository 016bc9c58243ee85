/// How much LLVM bitcode an object carries beside its machine code.
public enum BitcodeContent: String, CaseIterable, Hashable, Sendable {
    case none
    /// The sections are there, with a byte or nothing in them: `-fembed-bitcode-marker`.
    case marker
    /// The bitcode itself: `-fembed-bitcode`.
    case full
    /// Assembly has no bitcode: where that is asked for clang leaves a section `__LLVM,__asm` that says so.
    case assembly = "marked assembly"
}
