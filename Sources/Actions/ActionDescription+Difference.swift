import Basics

extension ActionDescription {
    /// Returns the changes from an older action to this one, in the order of `Action.write(to:)`; none exactly when the
    /// keys are equal.
    ///
    /// A folder that differs is one change, unless both actions have the folder and have loaded it: then the
    /// differences below it are listed.
    public func difference(from old: ActionDescription) -> [ActionChange] {
        argumentChanges(from: old)
            + Self.changes(from: old.environment, to: environment, ActionChange.variable)
            + outputChanges(from: old)
            + Self.changes(from: old.platform, to: platform, ActionChange.property)
            + (timeout == old.timeout ? [] : [.timeout(old: old.timeout, new: timeout)])
            + inputChanges(from: old)
    }

    private func argumentChanges(from old: ActionDescription) -> [ActionChange] {
        arguments.difference(from: old.arguments).map { change in
            switch change {
            case .insert(_, let word, _): .argumentAdded(word)
            case .remove(_, let word, _): .argumentRemoved(word)
            }
        }
    }

    private func outputChanges(from old: ActionDescription) -> [ActionChange] {
        let (before, after) = (Set(old.outputs), Set(outputs))
        return old.outputs.filter { !after.contains($0) }.map(ActionChange.outputRemoved)
            + outputs.filter { !before.contains($0) }.map(ActionChange.outputAdded)
    }

    private static func changes(
        from old: [Pair], to new: [Pair], _ change: (String, String?, String?) -> ActionChange
    ) -> [ActionChange] {
        let before = Dictionary(old.map { ($0.name, $0.value) }) { $1 }
        let after = Dictionary(new.map { ($0.name, $0.value) }) { $1 }
        return Set(before.keys).union(after.keys).sorted()
            .filter { before[$0] != after[$0] }
            .map { change($0, before[$0], after[$0]) }
    }

    private func inputChanges(from old: ActionDescription) -> [ActionChange] {
        let before = Dictionary(old.inputs.map { ($0.path, $0.kind) }) { $1 }
        let after = Dictionary(inputs.map { ($0.path, $0.kind) }) { $1 }
        var changes: [ActionChange] = []
        // The last node that needs no further comparison; paths below it are skipped.
        var settled: RelativePath?
        for path in Set(before.keys).union(after.keys).sorted(by: RelativePath.comesBefore) {
            if let settled, path.relative(to: settled) != nil { continue }
            switch (before[path], after[path]) {
            case (.folder(let old, _), .folder(let new, _)) where old == new: break
            // The contents of two loaded folders are compared next.
            case (.folder(_, isLoaded: true), .folder(_, isLoaded: true)): continue
            case (let old, let new): if old != new { changes.append(.input(path, old: old, new: new)) }
            }
            settled = path
        }
        return changes
    }
}

extension RelativePath {
    /// Returns whether `left` comes first in the order in which a folder's contents directly follow the folder: `a`,
    /// `a/b`, `a-b`.
    fileprivate static func comesBefore(_ left: RelativePath, _ right: RelativePath) -> Bool {
        left.string.utf8.lazy.map { $0 == 0x2F ? 0 : $0 }
            .lexicographicallyPrecedes(right.string.utf8.lazy.map { $0 == 0x2F ? 0 : $0 })
    }
}
