// The system calls that actions must not make, with their numbers.
//
// Sources: the kernel's arch/x86/entry/syscalls/syscall_{64,32}.tbl, include/uapi/asm-generic/unistd.h (64-bit ARM) and
// arch/arm/tools/syscall.tbl. Calls that the kernel got since number 424 have one number everywhere.

/// The system calls of one kind of program.
enum CallTable: Int, Hashable, Sendable, CaseIterable {
    case x86_64, i386, aarch64, arm

    /// The value of `seccomp_data.arch`. Source: linux/audit.h.
    var auditArchitecture: UInt32 {
        switch self {
        case .x86_64: 0xC000_003E
        case .i386: 0x4000_0003
        case .aarch64: 0xC000_00B7
        case .arm: 0x4000_0028
        }
    }

    /// The number of `clone`, whose flags are its first argument.
    var clone: UInt32 {
        switch self {
        case .x86_64: 56
        case .i386, .arm: 120
        case .aarch64: 220
        }
    }

    /// The number of `clone3`, whose flags are in memory, where no filter can read them.
    static let clone3: UInt32 = 435
}

/// A system call that actions must not make.
struct RefusedCall: Hashable, Sendable {
    var name: String
    var purpose: Purpose
    private var numbers: [UInt32?]

    enum Purpose: Hashable, Sendable {
        /// Changes what the files of the sandbox are.
        case mounts
        /// Makes or enters namespaces, in which a process would have capabilities.
        case namespaces
        /// Reads or controls other processes: debuggers need it.
        case tracing
        /// The kernel's keys, which no namespace separates.
        case keys
        /// Parts of the kernel that no build needs and that had many faults.
        case kernel
    }

    /// Returns the number of the call; nil for programs that have no such call.
    func number(in table: CallTable) -> UInt32? { numbers[table.rawValue] }

    private init(_ name: String, _ purpose: Purpose, _ numbers: UInt32?...) {
        (self.name, self.purpose, self.numbers) = (name, purpose, numbers)
    }

    private init(_ name: String, _ purpose: Purpose, everywhere number: UInt32) {
        self.init(name, purpose, number, number, number, number)
    }

    /// All refused calls; the numbers are in the order of `CallTable`.
    static let all: [RefusedCall] = [
        RefusedCall("mount", .mounts, 165, 21, 40, 21),
        RefusedCall("umount", .mounts, nil, 22, nil, nil),
        RefusedCall("umount2", .mounts, 166, 52, 39, 52),
        RefusedCall("pivot_root", .mounts, 155, 217, 41, 218),
        RefusedCall("chroot", .mounts, 161, 61, 51, 61),
        RefusedCall("open_tree", .mounts, everywhere: 428),
        RefusedCall("move_mount", .mounts, everywhere: 429),
        RefusedCall("fsopen", .mounts, everywhere: 430),
        RefusedCall("fsconfig", .mounts, everywhere: 431),
        RefusedCall("fsmount", .mounts, everywhere: 432),
        RefusedCall("fspick", .mounts, everywhere: 433),
        RefusedCall("mount_setattr", .mounts, everywhere: 442),
        RefusedCall("open_tree_attr", .mounts, everywhere: 467),
        RefusedCall("open_by_handle_at", .mounts, 304, 342, 265, 371),
        RefusedCall("unshare", .namespaces, 272, 310, 97, 337),
        RefusedCall("setns", .namespaces, 308, 346, 268, 375),
        RefusedCall("ptrace", .tracing, 101, 26, 117, 26),
        RefusedCall("process_vm_readv", .tracing, 310, 347, 270, 376),
        RefusedCall("process_vm_writev", .tracing, 311, 348, 271, 377),
        RefusedCall("pidfd_getfd", .tracing, everywhere: 438),
        RefusedCall("add_key", .keys, 248, 286, 217, 309),
        RefusedCall("request_key", .keys, 249, 287, 218, 310),
        RefusedCall("keyctl", .keys, 250, 288, 219, 311),
        RefusedCall("bpf", .kernel, 321, 357, 280, 386),
        RefusedCall("perf_event_open", .kernel, 298, 336, 241, 364),
        RefusedCall("userfaultfd", .kernel, 323, 374, 282, 388),
        RefusedCall("io_uring_setup", .kernel, everywhere: 425),
        RefusedCall("io_uring_enter", .kernel, everywhere: 426),
        RefusedCall("io_uring_register", .kernel, everywhere: 427),
        RefusedCall("init_module", .kernel, 175, 128, 105, 128),
        RefusedCall("finit_module", .kernel, 313, 350, 273, 379),
        RefusedCall("delete_module", .kernel, 176, 129, 106, 129),
        RefusedCall("kexec_load", .kernel, 246, 283, 104, 347),
        RefusedCall("kexec_file_load", .kernel, 320, nil, 294, 401),
    ]
}
