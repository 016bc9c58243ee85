import Actions
import Basics
import Machine
import Store

/// The changes that a user made in a delivered folder: files that a replacement would lose.
///
/// Changed times, changed permissions, empty folders, missing files and files that tools generate do not count.
struct DistChanges {
    enum Kind: String {
        case added, changed
    }

    /// Ordered by path, relative to the folder.
    private(set) var all: [(path: String, kind: Kind)] = []

    init(in folder: String, since delivered: Directory) {
        compare(folder, delivered, below: "")
        all.sort { $0.path < $1.path }
    }

    /// The first five changes, as text.
    var words: String {
        let shown = all.prefix(5).map { "`\($0.path)` (\($0.kind.rawValue))" }
        let rest = all.count - shown.count
        return (shown + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: ", ")
    }

    private mutating func compare(_ folder: String, _ delivered: Directory?, below parent: String) {
        guard let names = try? FileSystem.repairedNames(in: folder) else {
            all.append((parent.isEmpty ? "./" : parent, .changed))
            return
        }
        // Names are compared by bytes: a folder may contain the same text in two Unicode normal forms.
        let nodes = Dictionary((delivered?.entries ?? []).map { (Array($0.name.utf8), $0.node) }) { $1 }
        for name in names {
            let (path, node) = (parent + name, nodes[Array(name.utf8)])
            if node == nil, DistEntry.isGenerated(name) { continue }
            guard let entry = DistEntry("\(folder)/\(name)") else {
                // The name is not UTF-8: the list contains a repaired name, under which no file exists.
                all.append((path, .added))
                continue
            }
            if entry.isFolder {
                var below: Directory?
                if case .directory(let directory) = node { below = directory }
                compare("\(folder)/\(name)", below, below: path + "/")
            } else if !(node.map(entry.holds) ?? false) {
                all.append((path, node == nil ? .added : .changed))
            }
        }
    }
}
