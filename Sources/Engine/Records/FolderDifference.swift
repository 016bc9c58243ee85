import Actions
import Basics
import Store

/// Finds the files in which two folders differ, so that an explanation names these files and not only the folder.
///
/// It reads only folders that differ. For a folder that the store lost, the change names the whole folder.
struct FolderDifference {
    private typealias Kind = ActionDescription.InputKind

    let load: FolderLoader
    /// The largest number of changes: people read only a few.
    var limit = 20
    private(set) var changes: [ActionChange] = []

    /// Appends the changes, after replacing each change of a folder by the changes of its files.
    mutating func expand(_ found: [ActionChange]) async {
        for change in found {
            guard case .input(let path, let old?, let new?) = change, case .folder(let before, _) = old,
                case .folder(let after, _) = new
            else {
                changes.append(change)
                continue
            }
            await compare(before, after, at: path)
        }
    }

    private mutating func compare(_ before: Digest, _ after: Digest, at path: RelativePath) async {
        guard changes.count < limit else { return }
        guard let old = try? await load(before), let new = try? await load(after) else {
            changes.append(.input(path, old: .folder(before, isLoaded: false), new: .folder(after, isLoaded: false)))
            return
        }
        let nodes = (Self.byName(old), Self.byName(new))
        for name in Set(nodes.0.keys).union(nodes.1.keys).sorted() {
            guard let below = RelativePath(name).map(path.appending) else { continue }
            await compare(nodes.0[name], nodes.1[name], at: below)
        }
    }

    private mutating func compare(_ old: Node?, _ new: Node?, at path: RelativePath) async {
        let (before, after) = (old.map(Kind.init), new.map(Kind.init))
        guard before != after, changes.count < limit else { return }
        if case .folder(let first, _) = before, case .folder(let second, _) = after {
            await compare(first, second, at: path)
        } else {
            changes.append(.input(path, old: before, new: after))
        }
    }

    private static func byName(_ directory: Directory) -> [String: Node] {
        Dictionary(uniqueKeysWithValues: directory.entries.map { ($0.name, $0.node) })
    }
}
