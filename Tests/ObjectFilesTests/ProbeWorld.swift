import Foundation
import TestSupport

/// Files for random links: objects that define and reference the symbols of a small pool in every way, and archives,
/// stubs, libraries and frameworks of them, for two processors. Equal seeds give equal files.
struct ProbeWorld {
    static let architectures = ["arm64", "x86_64"]
    static let pool = (0..<20).map { "_s\($0)" }
    static let objectCount = 30
    static let mains = ["main0.o", "main1.o", "main2.o"]
    /// The names of archives; `makeArchives` shows the contents of each.
    static let archives = (0..<6).map { "a\($0)" } + ["twice", "bare", "gnu", "text", "fat", "other", "main"]
    static let dynamic = (0..<5).map { "d\($0)" } + ["one", "real", "both", "hides"]
    static let frameworks = ["F0", "F1"]

    let folder: TestFolder
    private var random = SeededRandom(seed: 22)

    init() throws {
        folder = try TestFolder()
        try folder.need(
            "mkdir",
            ["-p", "sysroot/usr/lib", "stubs", "Frameworks/F0.framework", "Frameworks/F1.framework"]
                + Self.architectures.map { "\($0)/second" })
        try makeObjects()
        try makeStubs()
        for (name, other) in zip(Self.architectures, Self.architectures.reversed()) {
            try makeArchives(name, other)
        }
    }

    private mutating func makeObjects() throws {
        let names = Self.mains.map { String($0.dropLast(2)) } + (0..<Self.objectCount).map { "o\($0)" }
        for (number, name) in names.enumerated() {
            try folder.write(assembly(isMain: number < Self.mains.count, number), to: "\(name).s")
        }
        for architecture in Self.architectures {
            try folder.need(
                "sh", ["-c", "cd \(architecture) && clang --target=\(architecture)-apple-macos12.0 -c ../*.s"])
        }
    }

    private mutating func assembly(isMain: Bool, _ number: Int) -> String {
        var symbols = Self.pool.shuffled(using: &random)[...]
        var text = isMain ? ".globl _main\n_main: ret\n" : ""
        for _ in 0..<(isMain ? Int.random(in: 0...1, using: &random) : Int.random(in: 0...2, using: &random)) {
            text += definition(of: symbols.removeFirst())
        }
        var references = ""
        for _ in 0..<[0, 0, 1, 1, 2, 3][Int.random(in: 0..<6, using: &random)] {
            let name = symbols.removeFirst()
            if Int.random(in: 0..<5, using: &random) == 0 { references += ".weak_reference \(name)\n" }
            references += ".quad \(name)\n"
        }
        if !references.isEmpty { text += ".data\n.p2align 3\n\(references)" }
        switch number % 11 {
        case 4: text += ".section __DATA,__objc_catlist,regular,no_dead_strip\n.p2align 3\n.quad 0\n"
        case 6: text += ".linker_option \"-l\(Self.dynamic[number % 5])\"\n"
        case 8: text += ".linker_option \"-framework\", \"F0\"\n"
        case 10: text += ".linker_option \"-labsent\"\n"
        default: break
        }
        return text + (Bool.random(using: &random) ? ".subsections_via_symbols\n" : "")
    }

    private mutating func definition(of name: String) -> String {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<10: ".text\n.globl \(name)\n.p2align 2\n\(name): ret\n"
        case 10..<12: ".data\n.globl \(name)\n.p2align 3\n\(name): .quad 0\n"
        case 12..<15: ".text\n.globl \(name)\n.weak_definition \(name)\n.p2align 2\n\(name): ret\n"
        case 15..<17: ".comm \(name),8,3\n"
        case 17: ".text\n.private_extern \(name)\n.globl \(name)\n.p2align 2\n\(name): ret\n"
        case 18: ".text\n.private_extern \(name)\n.globl \(name)\n.weak_definition \(name)\n.p2align 2\n\(name): ret\n"
        default: ".globl \(name)\n\(name) = 5\n"
        }
    }

    private mutating func makeArchives(_ own: String, _ other: String) throws {
        let objects = (0..<Self.objectCount).map { "o\($0).o" }
        func pick(_ random: inout SeededRandom, _ count: Int) -> [String] {
            Array(objects.shuffled(using: &random).prefix(count))
        }
        func make(_ name: String, _ members: [String], _ flags: String = "qcsD", format: String = "darwin") throws {
            try folder.need(LLVM.tool("ar"), ["--format=\(format)", flags, "\(own)/lib\(name).a"] + members)
        }
        func owned(_ names: [String]) -> [String] { names.map { "\(own)/\($0)" } }
        for number in 0..<6 {
            try make("a\(number)", owned(pick(&random, Int.random(in: 1...6, using: &random))))
        }
        let two = pick(&random, 2)
        try make("twice", owned(two + [two[0]]))
        try make("bare", owned(pick(&random, 2)), "qcSD")
        try make("gnu", owned(pick(&random, 4)), format: "gnu")
        try folder.write("not an object\n", to: "text.txt")
        let listed = ["o8.o", "liba0.a"].map { folder.path("arm64/\($0)") }
        try folder.write(listed.joined(separator: "\n") + "\n", to: "files")
        try make("text", owned(pick(&random, 2)) + ["text.txt"])
        try make("other", pick(&random, 3).map { "\(other)/\($0)" })
        try make("main", owned(["main0.o"] + pick(&random, 2)))
        try make("both", owned(pick(&random, 2)))
        try makeFat(own, other, Array(pick(&random, 4)))
        try folder.need(
            "ld64.lld-19",
            Self.target(own) + ["-dylib", "-undefined", "dynamic_lookup", "-o", "\(own)/libreal.dylib"]
                + owned(["o1.o", "o9.o"]))
    }

    private func makeFat(_ own: String, _ other: String, _ members: [String]) throws {
        for name in [own, other] {
            let paths = members.map { "\(name)/\($0)" }
            try? FileManager.default.removeItem(atPath: folder.path("thin-\(name).a"))
            try folder.need(LLVM.tool("ar"), ["--format=darwin", "qcsD", "thin-\(name).a"] + paths)
        }
        try folder.need(
            LLVM.tool("lipo"), ["-create", "thin-\(own).a", "thin-\(other).a", "-output", "\(own)/libfat.a"])
        try folder.need(
            LLVM.tool("lipo"), ["-create", "\(own)/o3.o", "\(other)/o4.o", "-output", "\(own)/fat.o"])
        try folder.need(LLVM.tool("lipo"), ["-create", "\(other)/o5.o", "-output", "\(own)/fatother.o"])
    }

    static func target(_ architecture: String) -> [String] {
        ["-arch", architecture, "-platform_version", "macos", "12.0", "12.0"]
    }

    private mutating func makeStubs() throws {
        let all = "arm64-macos, x86_64-macos"
        func some(_ random: inout SeededRandom) -> [String] {
            Array(Self.pool.shuffled(using: &random).prefix(Int.random(in: 2...9, using: &random)))
        }
        for number in 0..<5 {
            // The second stub contains the library that it re-exports; the third re-exports a library in another file.
            let reexports =
                number == 1 ? "/usr/lib/libcarried.dylib" : number == 2 ? "/usr/lib/libelsewhere.dylib" : nil
            var text = Self.stub("d\(number)", all, some(&random), weak: some(&random), reexports: reexports)
            if number == 1 { text += Self.stub("carried", all, some(&random)) }
            try folder.write(text + "...\n", to: "stubs/libd\(number).tbd")
        }
        try folder.write(
            Self.stub("elsewhere", all, some(&random)) + "...\n", to: "sysroot/usr/lib/libelsewhere.tbd")
        try folder.write(Self.stub("one", "arm64-macos", some(&random)) + "...\n", to: "stubs/libone.tbd")
        try folder.write(Self.stub("both", all, some(&random)) + "...\n", to: "stubs/libboth.tbd")
        let hidden = some(&random)
        try folder.write(
            Self.stub("hides", all, hidden + hidden.prefix(3).map { "'$ld$hide$os12.0$\($0)'" }) + "...\n",
            to: "stubs/libhides.tbd")
        for name in Self.frameworks {
            try folder.write(
                Self.stub(name, all, some(&random)) + "...\n", to: "Frameworks/\(name).framework/\(name).tbd")
        }
        try folder.write(
            Self.stub("System", all, ["dyld_stub_binder", "_s18", "_s19"]) + "...\n",
            to: "sysroot/usr/lib/libSystem.tbd")
    }

    private static func stub(
        _ name: String, _ targets: String, _ symbols: [String], weak: [String] = [], reexports: String? = nil
    ) -> String {
        let others = reexports.map {
            "reexported-libraries:\n  - targets: [ \(targets) ]\n    libraries: [ '\($0)' ]\n"
        }
        return """
            --- !tapi-tbd
            tbd-version: 4
            targets: [ \(targets) ]
            install-name: '/usr/lib/lib\(name).dylib'
            \(others ?? "")exports:
              - targets: [ \(targets) ]
                symbols: [ \(symbols.joined(separator: ", ")) ]
                weak-symbols: [ \(weak.filter { !symbols.contains($0) }.joined(separator: ", ")) ]

            """
    }
}
