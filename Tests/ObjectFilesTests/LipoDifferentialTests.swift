import Foundation
import ObjectFiles
import TestSupport
import Testing

/// Compares `lipo` with llvm-lipo: the bytes and exit statuses must be equal. `LipoDifferenceTests` has the intended
/// differences.
///
/// All 511 subsets of nine architectures are merged, each with one of the kinds of inputs below; with
/// `XBUILD_LIPO_TESTS=1`, with every kind. llvm-lipo runs from scripts, two at a time, because starting it takes most
/// of the time.
@Suite(.afterSetUp, .tags(.process)) struct LipoDifferentialTests {
    static let architectures = Corpus.appleRows.map(\.architecture)
    private static let runsAll = ProcessInfo.processInfo.environment["XBUILD_LIPO_TESTS"] == "1"

    /// The inputs of a merge, and its options.
    struct Kind: Sendable {
        /// The suffixes of the input files, used in turn; files with `.odd` have an odd size.
        var suffixes: [String]
        var options: [String]
    }

    static let kinds = [
        Kind(suffixes: [".o"], options: []),
        Kind(suffixes: [".a"], options: []),
        Kind(suffixes: [".o"], options: ["-fat64"]),
        Kind(suffixes: [".a"], options: ["-fat64"]),
        Kind(suffixes: [".odd.o"], options: []),
        Kind(suffixes: [".odd.a"], options: []),
        Kind(suffixes: [".o", ".odd.a", ".a"], options: []),
        Kind(suffixes: [".odd.o"], options: ["-segalign", "1"]),
        Kind(suffixes: [".odd.a"], options: ["-segalign", "20"]),
        Kind(suffixes: [".a", ".o"], options: ["-segalign", "8000", "-fat64"]),
    ]

    /// Returns the architectures whose bits are set; for odd numbers in reverse order.
    private static func subset(_ bits: Int) -> [String] {
        let chosen = architectures.indices.filter { bits >> $0 & 1 == 1 }.map { architectures[$0] }
        return bits % 2 == 0 ? chosen : chosen.reversed()
    }

    private static func creation(_ bits: Int, _ kind: Kind) -> [String] {
        let chosen = subset(bits)
        let files = chosen.enumerated().map { $1 + kind.suffixes[$0 % kind.suffixes.count] }
        let alignment = kind.options.first == "-segalign" ? ["-segalign", chosen[bits % chosen.count]] : []
        return ["-create"] + files + alignment + kind.options.dropFirst(alignment.isEmpty ? 0 : 1)
    }

    private func expectNone(_ differences: [String]) {
        #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(20).joined(separator: "\n"))")
    }

    @Test func `merging any subset of nine architectures matches llvm-lipo`() throws {
        let bench = try LipoBench()
        var calls: [[String]] = []
        for bits in 1..<(1 << Self.architectures.count) {
            let kinds = Self.runsAll ? Self.kinds : [Self.kinds[bits % Self.kinds.count]]
            calls += kinds.map { Self.creation(bits, $0) }
        }
        #expect(calls.count >= 511)
        try expectNone(bench.differences(calls))
    }

    /// Returns a call for the fat file of a subset; the subset's number selects the operation.
    private static func operation(_ bits: Int, _ fat: String) -> [String] {
        let chosen = subset(bits)
        let one = chosen[bits % chosen.count]
        let missing = architectures.first { !chosen.contains($0) } ?? "ppc"
        return switch bits % 13 {
        case 0, 1, 2: [fat, "-thin", one]
        case 3: [fat, "-thin", missing]
        case 4, 5: [fat, "-extract", one]
        case 6: [fat, "-extract", one, "-segalign", one, "40"]
        case 7: [fat, "-extract", missing]
        case 8, 9: [fat, "-replace", one, "\(one).odd.o"]
        case 10: [fat, "-replace", missing, "\(missing == "ppc" ? one : missing).o"]
        case 11: ["-create", fat, "\(missing == "ppc" ? one : missing).a"]
        default: [fat, "-replace", one, "\(one).o", "-segalign", one, "2"]  // 12.
        }
    }

    @Test func `operations on fat files of every subset match llvm-lipo`() throws {
        let bench = try LipoBench()
        let numbers = (1..<(1 << Self.architectures.count)).filter { Self.runsAll || $0 % 3 == 0 }
        // xbuild's fat files, which equal llvm-lipo's by the test above. For fat archives, llvm-lipo has only `-thin`.
        let objects = [Self.kinds[0], Self.kinds[4], Self.kinds[7]]
        let archives = [Self.kinds[1], Self.kinds[5], Self.kinds[6]]
        for bits in numbers {
            let kinds = Self.thins(bits) ? archives : objects
            #expect(bench.ours(Self.creation(bits, kinds[bits % 3]), output: "fat.\(bits)").status == 0)
        }
        try expectNone(bench.differences(numbers.map { Self.operation($0, "fat.\($0)") }))
    }

    private static func thins(_ bits: Int) -> Bool { bits % 13 < 4 }

    @Test func `thin slices of fat files with 64-bit offsets match llvm-lipo`() throws {
        let bench = try LipoBench()
        let numbers = Array(stride(from: 5, to: 512, by: Self.runsAll ? 1 : 17))
        for bits in numbers {
            #expect(bench.ours(Self.creation(bits, Self.kinds[2 + bits % 2]), output: "fat.\(bits)").status == 0)
        }
        // Other operations differ: from a fat64 file, llvm-lipo makes only fat32 or thin files.
        try expectNone(bench.differences(numbers.map { ["fat.\($0)", "-thin", Self.subset($0)[0]] }))
    }

    @Test func `queries print the same as llvm-lipo`() throws {
        let bench = try LipoBench()
        let numbers = Array(stride(from: 1, to: 512, by: Self.runsAll ? 1 : 19))
        var calls = ["o", "a"].flatMap { suffix in Self.architectures.map { ["-archs", "\($0).\(suffix)"] } }
        for bits in numbers {
            #expect(bench.ours(Self.creation(bits, Self.kinds[bits % 7]), output: "fat.\(bits)").status == 0)
            let chosen = Self.subset(bits)
            let other = Self.architectures[bits % Self.architectures.count]
            calls.append(["-archs", "fat.\(bits)"])
            calls.append(["-info", "\(other).o", "fat.\(bits)", "\(other).a"])
            calls.append(["fat.\(bits)", "-verify_arch"] + chosen)
            calls.append(["fat.\(bits)", "-verify_arch", chosen[0], other])
        }
        try expectNone(bench.differences(calls, areWriting: false))
    }

    static let calls = [
        "fat.o -thin armv7k", "armv7.o -thin armv7", "fat.o -thin armv9", "armv7.o -extract armv7",
        "fat.o -replace armv7 armv7.o", "fat.o -replace i386 armv7.o",
        "fat.o -replace armv7 armv7.o -replace i386 i386.o", "fat.o -replace armv7 armv7.o -replace armv7 armv7.o",
        "fat.o -replace armv7k armv7k.o", "fat.o -replace armv7 fat.o",
        "-create -arch armv7 armv7.o -arch arm64 arm64.o", "-create -arch armv6 armv7.o", "-create -arch arm64 armv7.o",
        "-create -arch arm64 armv7.a", "-create -arch arm64", "-create armv7.o armv7.a", "-create fat.o armv7k.o",
        "-create fat.o armv7.o", "-create armv7.o -segalign armv7 3",
        "-create armv7.o -segalign armv7 10000", "-create armv7.o -segalign arm64 1000",
        "-create armv7.o -segalign armv7 10 -segalign armv7 10", "-create", "-create text.o", "-create empty.o",
        "-create mixed.a", "-create empty.a", "-create nowhere.o", "fat.o -thin armv7 -extract armv7", "fat.o",
        "fat.o -thinner armv7", "fat.o -thin armv7 arm64.o", "fat.o -thin", "-archs armv7.o fat.o", "-archs mixed.a",
        "fat.o -verify_arch armv9", "fat.o -verify_arch", "armv7.o -verify_arch armv7", "armv7.o -verify_arch arm64",
        "-info text.o", "-info elf.o", "-archs torn.o", "-archs torn.a", "-archs over.o", "-archs none.o",
    ]

    @Test func `each listed call writes the same bytes as llvm-lipo or fails as llvm-lipo does`() throws {
        let bench = try LipoBench()
        try bench.addOddities()
        let calls = Self.calls.map { $0.split(separator: " ").map(String.init) }
        let isWriting = { (call: [String]) in
            call.contains { ["-create", "-thin", "-extract", "-replace"].contains($0) }
        }
        try expectNone(bench.differences(calls.filter(isWriting)))
        try expectNone(bench.differences(calls.filter { !isWriting($0) }, areWriting: false))
    }
}
