// An instruction of the kernel's classic BPF machine, in which filters of system calls are written.
//
// The machine has one accumulator of 32 bits. It reads a call's `struct seccomp_data`: the number of the call at offset
// 0, the kind of processor for which the program was compiled at 4, the six arguments of 64 bits from 16 on. A program
// ends with an instruction that returns a verdict.
// Sources: linux/bpf_common.h and linux/filter.h (`struct sock_filter`), linux/seccomp.h, seccomp(2).

/// An instruction of a filter of system calls.
enum FilterInstruction: Hashable, Sendable {
    /// Loads the four bytes at an offset of the call's data.
    case load(offset: UInt32)
    /// Compares the accumulator with a constant, then skips as many instructions as the answer says.
    case jump(Comparison, UInt32, whenTrue: UInt8, whenFalse: UInt8)
    /// Ends the program with the kernel's value for a verdict.
    case verdict(UInt32)

    enum Comparison: UInt16, Hashable, Sendable {
        /// `BPF_JMP | BPF_JEQ | BPF_K`
        case equals = 0x15
        /// `BPF_JMP | BPF_JGE | BPF_K`, without sign
        case isAtLeast = 0x35
        /// `BPF_JMP | BPF_JSET | BPF_K`
        case hasAnyBit = 0x45
    }

    /// The instruction as a `struct sock_filter` of a little-endian machine: a code of 16 bits, two distances of 8 bits, a
    /// constant of 32 bits.
    var encoded: [UInt8] {
        switch self {
        case .load(let offset): Self.encode(0x20, 0, 0, offset)  // BPF_LD | BPF_W | BPF_ABS
        case .jump(let comparison, let constant, let whenTrue, let whenFalse):
            Self.encode(comparison.rawValue, whenTrue, whenFalse, constant)
        case .verdict(let value): Self.encode(0x06, 0, 0, value)  // BPF_RET | BPF_K
        }
    }

    private static func encode(_ code: UInt16, _ whenTrue: UInt8, _ whenFalse: UInt8, _ constant: UInt32) -> [UInt8] {
        [UInt8(code & 0xFF), UInt8(code >> 8), whenTrue, whenFalse]
            + (0..<4).map { UInt8(truncatingIfNeeded: constant >> (8 * $0)) }
    }
}
