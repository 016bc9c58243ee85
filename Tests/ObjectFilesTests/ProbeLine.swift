import TestSupport

/// The arguments of a random link of files of `ProbeWorld`; equal numbers give equal arguments.
struct ProbeLine {
    let architecture: String
    private(set) var words: [String]
    private var random: SeededRandom

    init(_ number: Int, in world: ProbeWorld) {
        random = SeededRandom(seed: UInt64(number) &* 7919 + 1)
        architecture = ProbeWorld.architectures[number % 2]
        words = []
        var inputs = objects() + libraries()
        inputs.shuffle(using: &random)
        for _ in 0..<[0, 0, 1, 1, 2, 3][Int.random(in: 0..<6, using: &random)] {
            inputs.insert(flag(), at: Int.random(in: 0...inputs.count, using: &random))
        }
        if chance(85) { inputs.append(["-lSystem"]) }
        words = ProbeWorld.target(architecture) + ["--error-limit=0", "-syslibroot", "sysroot"]
        words += ["-L\(architecture)", "-Lstubs", "-FFrameworks"] + inputs.flatMap { $0 }
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func one(of all: [String]) -> String { all.randomElement(using: &random) ?? "" }

    private mutating func symbol() -> String { chance(5) ? "_nowhere" : one(of: ProbeWorld.pool) }

    private mutating func object() -> String {
        "\(architecture)/o\(Int.random(in: 0..<ProbeWorld.objectCount, using: &random)).o"
    }

    private mutating func objects() -> [[String]] {
        var all = chance(95) ? [["\(architecture)/\(one(of: ProbeWorld.mains))"]] : []
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            switch Int.random(in: 0..<40, using: &random) {
            case 0: all.append([ProbeWorld.architectures[architecture == "arm64" ? 1 : 0] + "/o2.o"])
            case 1: all.append(["\(architecture)/fat.o"])
            case 2: all.append(["\(architecture)/fatother.o"])
            case 3: all.append([chance(50) ? "none.o" : "text.txt"])
            default: all.append([object()])
            }
        }
        return all
    }

    private mutating func libraries() -> [[String]] {
        var all: [[String]] = []
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            switch Int.random(in: 0..<56, using: &random) {
            case 0: all.append(["-labsent"])
            case 1: all.append(["-framework", "Absent"])
            case 2..<5: all.append(["-framework", one(of: ProbeWorld.frameworks)])
            case 5: all.append(["-weak_framework", one(of: ProbeWorld.frameworks)])
            case 6:
                all.append([one(of: ["-weak-l", "-needed-l", "-upward-l", "-hidden-l"]) + one(of: ProbeWorld.archives)])
            case 7: all.append([one(of: ["-weak-l", "-needed-l", "-reexport-l"]) + one(of: ProbeWorld.dynamic)])
            case 8: all.append([one(of: ["-weak_library", "-needed_library", "-lazy_library"]), "stubs/libd0.tbd"])
            case 30: all.append([one(of: ["-needed_framework", "-reexport_framework", "-upward_framework"]), "F1"])
            case 31: all.append(["-filelist", "files"])
            case 9: all.append(["stubs/libd\(Int.random(in: 0..<5, using: &random)).tbd"])
            case 10..<14: all.append([archive()])
            case 14..<30: all.append(["-l\(one(of: ProbeWorld.archives))"])
            default: all.append(["-l\(one(of: ProbeWorld.dynamic))"])
            }
        }
        return all
    }

    private mutating func archive() -> String { "\(architecture)/lib\(one(of: ProbeWorld.archives)).a" }

    private mutating func flag() -> [String] {
        switch Int.random(in: 0..<28, using: &random) {
        case 0..<3: ["-u", symbol()]
        case 3, 4: ["-U", symbol()]
        case 5..<9: ["-force_load", archive()]
        case 9: ["-all_load"]
        case 10: ["-ObjC"]
        case 11: ["-undefined", one(of: ["dynamic_lookup", "error", "suppress", "warning"])]
        case 12: ["-undefined", one(of: ["suppress", "warning"]), "-flat_namespace"]
        case 13, 14: [one(of: ["-dylib", "-bundle", "-execute"])]
        case 15: ["-e", symbol()]
        case 16: ["-exported_symbol", symbol()]
        case 17: ["-load_hidden", archive()]
        case 18: ["-arch_errors_fatal"]
        case 19: ["-fatal_warnings"]
        case 20: ["-alias", symbol(), "_alias"]
        case 21: ["-ignore_auto_link"]
        case 22: [one(of: ["-search_paths_first", "-search_dylibs_first"])]
        case 23: ["-dylib", "-reexport_library", "stubs/libd0.tbd"]
        case 24: ["--start-lib", object(), object(), "--end-lib"]
        case 25: ["-w"]
        case 26: ["-unexported_symbol", symbol()]
        default: [one(of: ["-dead_strip_dylibs", "-no_implicit_dylibs", "-export_dynamic", "-S", "-x"])]
        }
    }
}
