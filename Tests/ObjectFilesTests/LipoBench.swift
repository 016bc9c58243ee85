import Foundation
import ObjectFiles

/// A folder of objects and archives in which `lipo` and llvm-lipo get the same calls.
struct LipoBench {
    let folder: TestFolder
    private let corpus: Corpus

    init() throws {
        corpus = try Corpus.shared.get()
        folder = try TestFolder()
        for (index, row) in Corpus.appleRows.enumerated() {
            let name = row.architecture
            let (object, archive) = (corpus.object(name), corpus.archive(name))
            // Both programs ignore bytes after the contents that the header describes.
            let odd = object + [UInt8](repeating: 0xA5, count: 2 * index + 1)
            try folder.write(object, to: "\(name).o")
            try folder.write(archive, to: "\(name).a")
            try folder.write(odd, to: "\(name).odd.o")
            try folder.write(
                HandMade.archiveMagic + HandMade.member("a.o", odd) + HandMade.member("b.o", object),
                to: "\(name).odd.a")
        }
    }

    /// Adds a fat object and archive, and invalid files.
    func addOddities() throws {
        let five = ["armv7", "i386", "x86_64", "arm64", "arm64e"]
        for suffix in [".o", ".a"] {
            _ = ours(["-create"] + five.map { $0 + suffix }, output: "fat\(suffix)")
        }
        try folder.write("no object\n", to: "text.o")
        try folder.write("", to: "empty.o")
        try folder.write("!<arch>\n", to: "empty.a")
        let (first, second) = (corpus.object("armv7"), corpus.object("arm64"))
        try folder.write(
            HandMade.archiveMagic + HandMade.member("a.o", first) + HandMade.member("b.o", second), to: "mixed.a")
        try folder.write(corpus.objects["x86_64-unknown-linux-gnu"] ?? [], to: "elf.o")
        let fat = try folder.bytes("fat.o")
        try folder.write(Array(fat.dropLast(8)), to: "torn.o")
        try folder.write(Array(corpus.archive("armv7").dropLast(9)), to: "torn.a")
        try folder.write(
            HandMade.fat([(12, 9, 48, 28, 2), (12, 11, 60, 28, 2)]) + [UInt8](repeating: 0, count: 64), to: "over.o")
        try folder.write(HandMade.fat([]) + [UInt8](repeating: 0, count: 64), to: "none.o")
    }

    /// Returns the outcome of xbuild's `lipo`; paths in the call and in the outcome are relative to the folder.
    func ours(_ words: [String], output: String? = nil) -> ToolOutcome {
        let paths = words.map { $0.contains(".") && !$0.hasPrefix("-") ? folder.path($0) : $0 }
        var outcome = LipoCommand.run(paths + (output.map { ["-output", folder.path($0)] } ?? []))
        outcome.output = outcome.output.replacingOccurrences(of: folder.url.path + "/", with: "")
        outcome.errors = outcome.errors.replacingOccurrences(of: folder.url.path + "/", with: "")
        return outcome
    }

    /// Returns the calls in which llvm-lipo and `ours` differ in status, output file or text. Spaces at ends of lines,
    /// of which llvm-lipo has more, do not count.
    func differences(_ calls: [[String]], areWriting: Bool = true) throws -> [String] {
        let theirs = try runTheirs(calls, areWriting)
        var differences: [String] = []
        for (index, call) in calls.enumerated() {
            let outcome = ours(call, output: areWriting ? "ours" : nil)
            let words = call.joined(separator: " ")
            if outcome.status != theirs[index].status {
                differences.append("\(words): \(outcome.status), not \(theirs[index].status): \(outcome.errors)")
            } else if trimmed(outcome.output) != trimmed(theirs[index].output) {
                differences.append("\(words): \(outcome.output), not \(theirs[index].output)")
            } else if outcome.status == 0, areWriting, try folder.bytes("ours") != folder.bytes("theirs.\(index)") {
                differences.append("\(words): other bytes")
            } else if outcome.status != 0, !call.contains("-verify_arch"), outcome.errors.isEmpty {
                differences.append("\(words): fails without a message")
            }
            try? FileManager.default.removeItem(atPath: folder.path("ours"))
        }
        return differences
    }

    private func trimmed(_ text: String) -> String { text.replacingOccurrences(of: " \n", with: "\n") }

    private struct Outcome {
        var status: Int32
        var output: String
    }

    /// Runs llvm-lipo from two concurrent scripts, each with every second call. The shell waits for both, since a pipe
    /// connects them.
    private func runTheirs(_ calls: [[String]], _ areWriting: Bool) throws -> [Outcome] {
        var scripts = ["", ""]
        for (index, call) in calls.enumerated() {
            let words = call + (areWriting ? ["-output", "theirs.\(index)"] : [])
            scripts[index % 2] += "\(LLVM.tool("lipo")) \(words.joined(separator: " ")) >said.\(index) 2>&1\n"
            scripts[index % 2] += "echo $? >status.\(index)\n"
        }
        try folder.write("{ \(scripts[0])} | { \(scripts[1])}\n", to: "theirs.sh")
        try folder.need("sh", ["theirs.sh"])
        return try calls.indices.map { index in
            let status = String(decoding: try folder.bytes("status.\(index)"), as: UTF8.self)
            let said = String(decoding: try folder.bytes("said.\(index)"), as: UTF8.self)
            let code = Int32(status.trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
            return Outcome(status: code, output: code == 0 ? said : "")
        }
    }
}
