import Foundation
import ObjectFiles
import Testing

/// `lipo` against llvm-lipo: the same bytes, the same verdicts.
@Suite struct LipoDifferentialTests {
    private let corpus: Corpus
    private let folder: TestFolder

    init() throws {
        corpus = try Corpus.shared.get()
        folder = try TestFolder()
        for row in Corpus.appleRows {
            try folder.write(corpus.object(row.architecture), to: "\(row.architecture).o")
            try folder.write(corpus.archive(row.architecture), to: "\(row.architecture).a")
        }
    }

    /// Runs a call whose files are named relative to the folder.
    private func ours(_ arguments: [String]) -> ToolOutcome {
        LipoCommand.run(
            arguments.map { word in
                word.contains(".") || word.hasPrefix("out") ? folder.path(word) : word
            })
    }

    /// Both make `out` of the same words; the bytes must be equal.
    private func expectSame(_ arguments: [String], _ place: SourceLocation = #_sourceLocation) throws {
        let outcome = ours(arguments + ["-output", "out.ours"])
        let theirs = try folder.run(LLVM.tool("lipo"), arguments + ["-output", "out.theirs"])
        #expect(
            outcome.status == theirs.status, "\(arguments): \(outcome.errors)\(theirs.errors)", sourceLocation: place)
        guard theirs.status == 0, outcome.status == 0 else { return }
        let isSame = try folder.bytes("out.ours") == folder.bytes("out.theirs")
        #expect(isSame, "\(arguments)", sourceLocation: place)
    }

    static let architectures = Corpus.appleRows.map(\.architecture)

    /// Every subset would take 2 x 511 starts of llvm-lipo: pairs, and seeded larger ones.
    static let subsets: [[String]] = {
        var random = SeededRandom(seed: 7)
        var all = architectures.map { [$0] }
        for (index, first) in architectures.enumerated() {
            for second in architectures[(index + 1)...] { all.append([second, first]) }
        }
        for _ in 0..<20 {
            all.append(Array(architectures.shuffled(using: &random).prefix(Int.random(in: 3...9, using: &random))))
        }
        return all
    }()

    @Test("-create of objects and archives, fat32 and fat64", arguments: subsets)
    func create(subset: [String]) throws {
        for suffix in [".o", ".a"] {
            try expectSame(["-create"] + subset.map { $0 + suffix })
        }
        try expectSame(["-create", "-fat64"] + subset.map { $0 + ".o" })
    }

    /// A fat file for the others to take apart.
    private func makeFat(_ words: [String], suffix: String = ".o") throws {
        try folder.need(
            LLVM.tool("lipo"), ["-create"] + words.map { $0 + suffix } + ["-output", "fat\(suffix)"])
    }

    struct Call: CustomTestStringConvertible, Sendable {
        var name: String
        var words: [String]
        var testDescription: String { name }

        init(_ name: String, _ words: String...) {
            self.name = name
            self.words = words
        }
    }

    static let writingCalls = [
        Call("thin armv7", "fat.o", "-thin", "armv7"),
        Call("thin the last slice", "fat.o", "-thin", "arm64e"),
        Call("thin an archive", "fat.a", "-thin", "i386"),
        Call("thin what is missing", "fat.o", "-thin", "armv7k"),
        Call("thin a thin file", "armv7.o", "-thin", "armv7"),
        Call("thin to an unknown word", "fat.o", "-thin", "armv9"),
        Call("extract one", "fat.o", "-extract", "x86_64"),
        Call("extract what is missing", "fat.o", "-extract", "armv7k"),
        Call("extract from a thin file", "armv7.o", "-extract", "armv7"),
        Call("replace one", "fat.o", "-replace", "armv7", "armv7.o"),
        Call("replace an object by an archive's name", "fat.o", "-replace", "i386", "armv7.o"),
        Call("replace two", "fat.o", "-replace", "armv7", "armv7.o", "-replace", "i386", "i386.o"),
        Call("replace one twice", "fat.o", "-replace", "armv7", "armv7.o", "-replace", "armv7", "armv7.o"),
        Call("replace what is missing", "fat.o", "-replace", "armv7k", "armv7k.o"),
        Call("replace by a fat file", "fat.o", "-replace", "armv7", "fat.o"),
        Call("create with -arch", "-create", "-arch", "armv7", "armv7.o", "-arch", "arm64", "arm64.o"),
        Call("create with a near -arch", "-create", "-arch", "armv6", "armv7.o"),
        Call("create with a wrong -arch", "-create", "-arch", "arm64", "armv7.o"),
        Call("create with -arch without a file", "-create", "-arch", "arm64"),
        Call("create with one architecture twice", "-create", "armv7.o", "armv7.a"),
        Call("create from a fat file and a thin one", "-create", "fat.o", "armv7k.o"),
        Call("create from a fat file with one architecture twice", "-create", "fat.o", "armv7.o"),
        Call("create with -segalign", "-create", "armv7.o", "arm64.o", "-segalign", "arm64", "1000"),
        Call("create with the least -segalign", "-create", "armv7.o", "arm64.o", "-segalign", "armv7", "1"),
        Call("create with a bad -segalign", "-create", "armv7.o", "-segalign", "armv7", "3"),
        Call("create with a great -segalign", "-create", "armv7.o", "-segalign", "armv7", "10000"),
        Call("create with -segalign of another", "-create", "armv7.o", "-segalign", "arm64", "1000"),
        Call(
            "create with -segalign twice", "-create", "armv7.o", "-segalign", "armv7", "10", "-segalign", "armv7", "10"),
        Call("create of nothing", "-create"),
        Call("create of what is no object", "-create", "text.o"),
        Call("create of an empty file", "-create", "empty.o"),
        Call("create of an archive of two architectures", "-create", "mixed.a"),
        Call("create of an empty archive", "-create", "empty.a"),
        Call("create of what is not there", "-create", "nowhere.o"),
        Call("two operations", "fat.o", "-thin", "armv7", "-extract", "armv7"),
        Call("no operation", "fat.o"),
        Call("an unknown flag", "fat.o", "-thinner", "armv7"),
    ]

    @Test("calls that write leave the same bytes, or fail alike", arguments: writingCalls)
    func write(call: Call) throws {
        try makeFat(["armv7", "i386", "x86_64", "arm64", "arm64e"])
        try makeFat(["armv7", "i386", "x86_64", "arm64"], suffix: ".a")
        try folder.write("no object\n", to: "text.o")
        try folder.write("", to: "empty.o")
        try folder.need(LLVM.tool("ar"), ["--format=darwin", "rcSD", "mixed.a", "armv7.o", "arm64.o"])
        try folder.write("!<arch>\n", to: "empty.a")
        try expectSame(call.words)
    }

    static let tellingCalls = [
        Call("info of a fat file", "-info", "fat.o"),
        Call("info of a fat archive", "-info", "fat.a"),
        Call("info of thin files and fat ones", "-info", "armv7.o", "fat.o", "arm64.a", "fat.a"),
        Call("archs of a fat file", "-archs", "fat.o"),
        Call("archs of an object", "-archs", "arm64_32.o"),
        Call("archs of an archive", "-archs", "armv7k.a"),
        Call("archs of two files", "-archs", "armv7.o", "fat.o"),
        Call("verify what is there", "fat.o", "-verify_arch", "armv7", "arm64"),
        Call("verify what is missing", "fat.o", "-verify_arch", "armv7", "armv7k"),
        Call("verify an object", "armv7.o", "-verify_arch", "armv7"),
        Call("verify another object", "armv7.o", "-verify_arch", "arm64"),
        Call("verify an unknown word", "fat.o", "-verify_arch", "armv9"),
        Call("verify nothing", "fat.o", "-verify_arch"),
    ]

    @Test("calls that tell say the same", arguments: tellingCalls)
    func tell(call: Call) throws {
        try makeFat(["armv7", "i386", "x86_64", "arm64", "arm64e"])
        try makeFat(["armv7", "i386", "x86_64", "arm64"], suffix: ".a")
        let outcome = ours(call.words)
        let theirs = try folder.run(LLVM.tool("lipo"), call.words.map { $0.contains(".") ? folder.path($0) : $0 })
        #expect(outcome.status == theirs.status)
        #expect(outcome.output == theirs.output)
        #expect(outcome.errors.isEmpty == theirs.errors.isEmpty)
    }
}
