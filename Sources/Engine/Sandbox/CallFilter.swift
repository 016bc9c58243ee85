// The filter of system calls of a sandbox. bubblewrap loads it for the first process (`--seccomp`), and every process
// that this one starts inherits it.
//
// bubblewrap's `--disable-userns` alone leaves `ptrace` and the kernel's keys, and older versions of bubblewrap do not have
// that option. The filter refuses the calls of `RefusedCall`: they fail with EPERM, as they do for an ordinary user.
// `clone3` fails with ENOSYS: C libraries then call `clone`, whose flags the filter can read.

/// A filter of the system calls that actions make.
struct CallFilter: Hashable, Sendable {
    /// A processor for which the filter is tested.
    enum Processor: Hashable, Sendable, CaseIterable {
        case x86_64, aarch64

        /// The processor of this machine; nil if there is no filter for it.
        static var here: Processor? {
            #if arch(x86_64)
                .x86_64
            #elseif arch(arm64)
                .aarch64
            #else
                nil
            #endif
        }

        /// The kinds of programs that run on the processor. Without the tables of 32-bit programs, such programs could make
        /// every call, or none.
        var tables: [CallTable] {
            switch self {
            case .x86_64: [.x86_64, .i386]
            case .aarch64: [.aarch64, .arm]
            }
        }
    }

    var processor: Processor
    /// Whether actions may read and control their own processes: a debugger, or a sanitizer that looks for leaks.
    var allowsTracing = false

    /// The verdicts. Source: seccomp(2); the lower half is the number of the error.
    enum Verdict: UInt32, Hashable, Sendable, CaseIterable {
        /// `SECCOMP_RET_ALLOW`
        case allow = 0x7FFF_0000
        /// `SECCOMP_RET_ERRNO | EPERM`
        case notPermitted = 0x0005_0001
        /// `SECCOMP_RET_ERRNO | ENOSYS`
        case noSuchCall = 0x0005_0026
        /// `SECCOMP_RET_KILL_PROCESS`
        case kill = 0x8000_0000
    }

    /// The program. A program of a kind that the kernel runs but the filter does not know is killed.
    var instructions: [FilterInstruction] {
        let blocks = processor.tables.map { (table: $0, body: block($0)) }
        var result: [FilterInstruction] = [.load(offset: 4)]
        for (table, body) in blocks {
            result.append(.jump(.equals, table.auditArchitecture, whenTrue: 0, whenFalse: UInt8(body.count)))
            result += body
        }
        return result + [.verdict(Verdict.kill.rawValue)]
    }

    /// The program as bubblewrap reads it: an array of `struct sock_filter`.
    var encoded: [UInt8] { instructions.flatMap(\.encoded) }

    private static let newUserNamespace: UInt32 = 0x1000_0000
    /// The numbers of calls of the x32 kind begin here. They have the audit architecture of 64-bit programs.
    private static let firstX32: UInt32 = 0x4000_0000

    /// Returns the instructions for one kind of program, which end with a verdict for every call.
    private func block(_ table: CallTable) -> [FilterInstruction] {
        typealias Check = (comparison: FilterInstruction.Comparison, number: UInt32, verdict: Verdict)
        var checks: [Check] = table == .x86_64 ? [(.isAtLeast, Self.firstX32, .noSuchCall)] : []
        checks.append((.equals, CallTable.clone3, .noSuchCall))
        for call in RefusedCall.all where !(allowsTracing && call.purpose == .tracing) {
            if let number = call.number(in: table) { checks.append((.equals, number, .notPermitted)) }
        }
        let ends: [Verdict] = [.allow, .notPermitted, .noSuchCall]
        // After the checks come the three instructions for `clone`, then the verdicts.
        let count = checks.count + 3
        func distance(from place: Int, to verdict: Verdict) -> UInt8 {
            UInt8(count + (ends.firstIndex(of: verdict) ?? 0) - place - 1)
        }
        let refusals = checks.enumerated().map { place, check in
            FilterInstruction.jump(
                check.comparison, check.number, whenTrue: distance(from: place, to: check.verdict), whenFalse: 0)
        }
        let clone: [FilterInstruction] = [
            .jump(.equals, table.clone, whenTrue: 0, whenFalse: distance(from: count - 3, to: .allow)),
            .load(offset: 16),
            .jump(
                .hasAnyBit, Self.newUserNamespace, whenTrue: distance(from: count - 1, to: .notPermitted), whenFalse: 0),
        ]
        return [.load(offset: 0)] + refusals + clone + ends.map { .verdict($0.rawValue) }
    }
}
