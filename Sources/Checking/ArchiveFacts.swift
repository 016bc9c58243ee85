import Basics
import Foundation
import ObjectFiles

/// The facts about a library that the checks need: its slices and the objects in each slice.
struct ArchiveFacts {
    var slices: [Slice] = []

    struct Slice {
        /// The architecture in a fat file's table; nil for a file that is not fat.
        var tableArchitecture: String?
        var objects: [Object] = []
        var isArchive: Bool

        /// The architectures of the slice's objects.
        var architectures: Set<String> { Set(objects.map(\.summary.architecture)) }

        /// Apple's name for the slice's architecture.
        var architecture: String? { tableArchitecture ?? objects.first?.summary.architecture }
    }

    struct Object {
        var member: String?
        var summary: ObjectSummary

        /// The object in messages: "member `adler32.o`", or "the binary".
        var words: String { member.map { "member `\($0)`" } ?? "the binary" }
        /// The place in the library for findings.
        var place: String? { member.map { "member \($0)" } }
    }

    /// Reads a library and reports the faults that do not depend on its use.
    init?(_ file: CheckedFile, into findings: inout CheckFindings) {
        let inventory: ObjectInventory
        do throws(ObjectFileError) {
            let bytes = try file.files.map(file.path)
            if bytes.starts(with: "!<thin>\n".utf8) {
                findings.add(.archiveThin, "`\(file.path.name)` is a thin archive", file: file.path)
                return nil
            }
            inventory = try ObjectInventory(bytes)
            try Self.checkIndex(bytes, inventory, file, &findings)
        } catch {
            findings.add(
                .archiveUnreadable, "`\(file.path.name)` cannot be read: \(Self.words(error))", file: file.path,
                at: "byte \(error.offset)")
            return nil
        }
        for slice in inventory.slices { slices.append(Self.slice(slice, file, &findings)) }
        guard slices.contains(where: { !$0.objects.isEmpty }) else {
            findings.add(.archiveEmpty, "`\(file.path.name)` contains no objects", file: file.path)
            return nil
        }
        for slice in slices { Self.checkObjects(slice, file, &findings) }
    }

    /// Returns the error's text without the file's name, which the finding already contains.
    private static func words(_ error: ObjectFileError) -> String {
        let text = "\(error)"
        guard let range = text.range(of: ": ") else { return text }
        return String(text[range.upperBound...])
    }

    private static func slice(
        _ slice: ObjectInventory.Slice, _ file: CheckedFile, _ findings: inout CheckFindings
    ) -> Slice {
        var facts = Slice(tableArchitecture: slice.architecture?.name, isArchive: slice.flavor != nil)
        for unit in slice.units {
            do throws(ObjectFileError) {
                facts.objects.append(Object(member: unit.member, summary: try ObjectFile(unit.bytes).summary()))
            } catch {
                let subject = unit.member.map { "member `\($0)`" } ?? "`\(file.path.name)`"
                findings.add(
                    .archiveMember, "\(subject) is not an object: \(words(error))",
                    file: file.path, at: unit.member.map { "member \($0), byte \(error.offset)" })
            }
        }
        return facts
    }

    private static func checkIndex(
        _ bytes: ByteView, _ inventory: ObjectInventory, _ file: CheckedFile, _ findings: inout CheckFindings
    ) throws(ObjectFileError) {
        var archives: [ByteView] = []
        switch inventory.kind {
        case .archive: archives = [bytes]
        case .fat: archives = try FatFile(bytes).slices.map(\.bytes)
        case .object, .bitcode, .textStub: break
        }
        for view in archives {
            guard let archive = try? Archive(view), !archive.members.isEmpty, try archive.index() == nil else {
                continue
            }
            findings.add(.archiveIndex, "`\(file.path.name)` has no table of contents", file: file.path)
            return
        }
    }

    private static func checkObjects(_ slice: Slice, _ file: CheckedFile, _ findings: inout CheckFindings) {
        if slice.architectures.count > 1, let first = slice.objects.first,
            let other = slice.objects.first(where: { $0.summary.architecture != first.summary.architecture })
        {
            findings.add(
                .archiveMixed,
                "\(first.words) is for \(first.summary.architecture), \(other.words) for \(other.summary.architecture)",
                file: file.path, at: other.place)
        }
        if let object = slice.objects.first(where: { $0.summary.bitcode == .full || $0.summary.bitcode == .marker }) {
            findings.add(.bitcode, "\(object.words) contains bitcode", file: file.path, at: object.place)
        }
        if let object = slice.objects.first(where: { $0.summary.format == .elf && $0.summary.hasExecutableStack }) {
            findings.add(
                .executableStack, "\(object.words) requests an executable stack", file: file.path, at: object.place)
        }
    }
}
