import Machine

extension StoreError {
    /// Advice for the user; nil where there is none.
    public var hint: String? {
        switch self {
        case .untrusted(let store, let why): why.hint(store, user: CurrentProcess.user)
        case .readOnly: "it serves the results that it has; for others, \(Self.another)"
        case .file, .missing, .malformed, .changed, .linkInTheWay: nil
        }
    }

    fileprivate static let another = "name another folder with --store or XBUILD_STORE"
}

extension StoreDistrust {
    /// Returns the ways in which a user can make a store usable, or avoid it.
    func hint(_ store: String, user: UInt32) -> String {
        let quoted = "'\(store.replacing("'", with: #"'\''"#))'"
        let share = "`xbuild store init --shared \(quoted)`"
        let isRoot = user == 0
        let ways: [String] =
            switch self {
            case .notFolder, .otherMarker: []
            case .otherOwner(_, let owner) where isRoot:
                [
                    "`chown -R 0 \(quoted)` gives the store to this user",
                    "or run xbuild as user \(owner) (with docker: `--user \(owner)`)",
                ]
            case .otherOwner(_, let owner): ["user \(owner) can share the store with a group: \(share)"]
            case .writableByOthers(_, _):
                [
                    "its owner takes this right away with `chmod -R go-w \(quoted)`, or shares it with its group: \(share)"
                ]
            case .notInGroup(_, let group):
                ["make this user a member of group \(group) (with docker: `--group-add \(group)`)"]
            case .otherGroup: ["its owner repairs this with \(share)"]
            }
        return (ways + [(ways.isEmpty ? "" : "or ") + StoreError.another]).joined(separator: ", ")
    }
}
