import Foundation
import TestSupport
import Testing

@testable import Engine

/// The program that filters system calls, without a kernel.
struct CallFilterTests {
    /// A system call as the kernel gives it to a filter: `struct seccomp_data`.
    private struct Call {
        var architecture: UInt32
        var number: UInt32
        var argument: UInt64 = 0

        /// The 64 bytes, little-endian; the instruction pointer and the further arguments are ones.
        var data: [UInt8] {
            [number, architecture].flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
                + Array(repeating: 0xFF, count: 8) + (0..<8).map { UInt8(truncatingIfNeeded: argument >> (8 * $0)) }
                + Array(repeating: 0xFF, count: 40)
        }
    }

    /// Runs an encoded program as bpf(4) and linux/filter.h define it. Every jump must stay inside the program.
    private static func verdict(_ program: [UInt8], _ call: Call) -> UInt32? {
        let (data, count) = (call.data, program.count / 8)
        var (place, accumulator) = (0, UInt32(0))
        while place < count {
            let word = program[(8 * place)..<(8 * place + 8)].map { UInt32($0) }
            let constant = word[4] | word[5] << 8 | word[6] << 16 | word[7] << 24
            place += 1
            switch word[0] | word[1] << 8 {
            case 0x20:
                let bytes = data[Int(constant)..<Int(constant) + 4].map { UInt32($0) }
                accumulator = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24
            case 0x15: place += Int(accumulator == constant ? word[2] : word[3])
            case 0x35: place += Int(accumulator >= constant ? word[2] : word[3])
            case 0x45: place += Int(accumulator & constant != 0 ? word[2] : word[3])
            case 0x06: return constant
            default: return nil
            }
        }
        return nil
    }

    private static let (allowed, permission, missing): (UInt32, UInt32, UInt32) = (0x7FFF_0000, 0x5_0001, 0x5_0026)
    private static let killed: UInt32 = 0x8000_0000

    @Test func `instructions have the bytes of struct sock_filter`() {
        #expect(FilterInstruction.load(offset: 4).encoded == [0x20, 0, 0, 0, 4, 0, 0, 0])
        let jump = FilterInstruction.jump(.equals, 0xC000_003E, whenTrue: 1, whenFalse: 2)
        #expect(jump.encoded == [0x15, 0, 1, 2, 0x3E, 0, 0, 0xC0])
        #expect(FilterInstruction.verdict(0x0005_0001).encoded == [0x06, 0, 0, 0, 1, 0, 5, 0])
    }

    @Test(arguments: CallFilter.Processor.allCases, [false, true])
    func `every call of every program gets its verdict`(
        _ processor: CallFilter.Processor, _ allowsTracing: Bool
    ) {
        let program = CallFilter(processor: processor, allowsTracing: allowsTracing).encoded
        #expect(program.count < 4096 * 8, "the kernel loads no longer program")
        for table in processor.tables {
            let refused = Set(
                RefusedCall.all.filter { !allowsTracing || $0.purpose != .tracing }.compactMap { $0.number(in: table) })
            for number in 0..<UInt32(1000) {
                let call = Call(architecture: table.auditArchitecture, number: number)
                let expected = number == 435 ? Self.missing : refused.contains(number) ? Self.permission : Self.allowed
                #expect(Self.verdict(program, call) == expected, "\(table) \(number)")
            }
        }
    }

    @Test(arguments: CallFilter.Processor.allCases)
    func `clone is refused only with a user namespace`(_ processor: CallFilter.Processor) {
        let program = CallFilter(processor: processor).encoded
        let threads: UInt64 = 0x3D_0F00
        let rows: [(UInt64, UInt32)] = [
            (0x11, Self.allowed), (threads, Self.allowed), (0x1000_0011, Self.permission),
            (0x1000_0000 | threads, Self.permission), (0xEFFF_FFFF, Self.allowed),
            // The kernel ignores the upper half.
            (0x1000_0000_0000_0011, Self.allowed), (0xFFFF_FFFF_1000_0011, Self.permission),
        ]
        for table in processor.tables {
            for (flags, expected) in rows {
                let call = Call(architecture: table.auditArchitecture, number: table.clone, argument: flags)
                #expect(Self.verdict(program, call) == expected, "\(table) \(flags)")
            }
        }
    }

    @Test func `x32 calls do not exist, and unknown kinds of programs are killed`() {
        let program = CallFilter(processor: .x86_64).encoded
        for number in [UInt32(0x4000_0000), 0x4000_0027, 0x4000_0208, 0xFFFF_FFFF] {
            #expect(Self.verdict(program, Call(architecture: 0xC000_003E, number: number)) == Self.missing)
        }
        // MIPS, and ARM on x86_64.
        for architecture in [UInt32(8), 0x4000_0028, 0xC000_00B7] {
            #expect(Self.verdict(program, Call(architecture: architecture, number: 39)) == Self.killed)
        }
        let arm = CallFilter(processor: .aarch64).encoded
        #expect(Self.verdict(arm, Call(architecture: 0xC000_003E, number: 39)) == Self.killed)
    }

    /// The folders with the kernel's headers, as Debian's packages install them, and what to include from them.
    private static let headers: [(CallTable, folder: String, file: String, flags: [String])] = [
        (.x86_64, "/usr/include/x86_64-linux-gnu", "asm/unistd_64.h", []),
        (.i386, "/usr/include/x86_64-linux-gnu", "asm/unistd_32.h", []),
        (.aarch64, "/usr/aarch64-linux-gnu/include", "asm/unistd.h", ["-D__BITS_PER_LONG=64"]),
        (.aarch64, "/usr/include/aarch64-linux-gnu", "asm/unistd.h", ["-D__BITS_PER_LONG=64"]),
        (.arm, "/usr/arm-linux-gnueabihf/include", "asm/unistd.h", ["-D__ARM_EABI__"]),
    ]

    @Test func `numbers of calls are those of the kernel's headers`() async throws {
        for (table, folder, file, flags) in Self.headers
        where FileManager.default.fileExists(atPath: "\(folder)/\(file)") {
            let names = RefusedCall.all.filter { $0.number(in: table) != nil }.map(\.name) + ["clone", "clone3"]
            let source =
                "#include <\(file)>\n" + names.map { "#ifdef __NR_\($0)\n\($0) __NR_\($0)\n#endif\n" }.joined()
            let space = try TemporaryFolder(["calls.c": source])
            let output = try await TestProgram.run(
                "cc", ["-E", "-P", "-nostdinc", "-isystem", folder, "-isystem", "/usr/include"] + flags + ["calls.c"],
                in: space.url, environment: ["PATH": "/usr/bin:/bin"])
            try #require(output.status == 0, "\(output.err)")
            var checked = 0
            for line in output.out.split(separator: "\n") {
                let words = line.split(separator: " ", maxSplits: 1)
                let digits = words[1].replacing("__NR_SYSCALL_BASE", with: "0").filter { !"() ".contains($0) }
                let number = UInt32(digits.split(separator: "+").last ?? "")
                let expected =
                    RefusedCall.all.first { $0.name == words[0] }?.number(in: table)
                    ?? (words[0] == "clone" ? table.clone : CallTable.clone3)
                #expect(number == expected, "\(table) \(line)")
                checked += 1
            }
            #expect(checked >= 25, "\(table): \(output.out)")
        }
    }
}
