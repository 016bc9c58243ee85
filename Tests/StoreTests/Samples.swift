import Actions
import Basics
import Store
import SystemPackage

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func digest(_ text: String) -> Digest { Digest(of: bytes(text)) }

func file(_ text: String, isExecutable: Bool = false) -> Node { .file(digest(text), isExecutable: isExecutable) }

extension TestFolder {
    /// A store in the folder `store`.
    var store: DiskStore { DiskStore(at: self / "store") }
}

extension Directory {
    /// Returns the loaded folder at a path that must exist.
    func folder(at path: RelativePath) throws -> Directory {
        guard case .directory(let folder) = self[path] else { throw NotAFolder() }
        return folder
    }

    private struct NotAFolder: Error {}
}
