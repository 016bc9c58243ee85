@testable import ObjectFiles
import TestSupport

/// Objects and archives for the tests; clang compiles each object once.
enum Objects {
    static let linux = object("x86_64-unknown-linux-gnu")
    static let linuxWithOtherCode = object("x86_64-unknown-linux-gnu", ["-DANSWER=43"])
    static let deviceWithOtherCode = object("arm64-apple-ios15.0", ["-DANSWER=43"])
    static let linuxARM = object("aarch64-unknown-linux-gnu")
    /// An object without the section that marks the stack as not executable; old assemblers make such objects.
    static let linuxWithExecutableStack = object(
        "x86_64-unknown-linux-gnu", without: ".note.GNU-stack")
    static let device = object("arm64-apple-ios15.0")
    static let newDevice = object("arm64-apple-ios17.0")
    static let simulatorARM = object("arm64-apple-ios15.0-simulator")
    static let simulatorIntel = object("x86_64-apple-ios15.0-simulator")
    static let mac = object("arm64-apple-macosx13.0")
    /// The object for the first macOS version that supports ARM64.
    static let oldestMac = object("arm64-apple-macosx11.0")
    static let deviceWithBitcode = object("arm64-apple-ios15.0", ["-fembed-bitcode-marker"])

    /// `device` with its build version turned into a note (LC_NOTE), so that the object records no platform.
    static let deviceWithoutPlatform: [UInt8] = {
        var bytes = device
        let command: [UInt8] = [0x32, 0, 0, 0]
        let place = (32..<bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == command }
        if let place { bytes[place] = 0x31 }
        return bytes
    }()

    static func object(_ triple: String, _ flags: [String] = [], without section: String? = nil) -> [UInt8] {
        do {
            let folder = try TemporaryFolder([
                "z.c": "#ifndef ANSWER\n#define ANSWER 42\n#endif\nint z(void) { return ANSWER; }\n"
            ])
            try folder.run("clang", ["-target", triple, "-O1"] + flags + ["-c", "z.c", "-o", "z.o"])
            if let section { try folder.run("llvm-objcopy-22", ["--remove-section=\(section)", "z.o"]) }
            return try folder.bytes("z.o")
        } catch {
            return []
        }
    }

    /// Returns an archive with the members `a.o`, `b.o`, …
    static func archive(
        _ objects: [UInt8]..., style: ArchiveStyle = .darwin(isSorted: true), hasIndex: Bool = true
    ) -> [UInt8] {
        let members = zip("abcdef", objects).map { letter, bytes in
            NewArchiveMember(
                name: "\(letter).o", bytes: ByteView(bytes, name: "\(letter).o"), symbols: ["\(letter)"])
        }
        let bytes = (try? ArchiveLayout(members, style: style))?.bytes() ?? []
        guard !hasIndex else { return bytes }
        // The magic and the members, without the table between them.
        let first = (try? Archive(ByteView(bytes, name: "z.a")))?.members.first?.headerOffset ?? 8
        return Array(bytes.prefix(8) + bytes.dropFirst(first))
    }

    static func fat(_ archives: [UInt8]...) -> [UInt8] {
        (try? FatFile.merge(archives.map { ByteView($0, name: "z.a") })) ?? []
    }

    static let linuxArchive = archive(linux, style: .gnu)
    static let linuxARMArchive = archive(linuxARM, style: .gnu)
    static let deviceArchive = archive(device)
    static let simulatorArchive = fat(archive(simulatorARM), archive(simulatorIntel))
    static let macArchive = archive(mac)
}
