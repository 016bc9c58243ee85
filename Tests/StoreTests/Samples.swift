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

/// Bytes that differ everywhere, so that no piece can stand for another.
func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
    }
}

extension Directory {
    /// The loaded folder at a path, which the test knows to be there.
    func folder(at path: RelativePath) throws -> Directory {
        guard case .directory(let folder) = self[path] else { throw NotAFolder() }
        return folder
    }

    private struct NotAFolder: Error {}
}
