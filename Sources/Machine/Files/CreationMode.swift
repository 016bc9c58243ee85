/// The users who may use a new file or folder.
public enum CreationMode: Hashable, Sendable {
    /// Those whom the umask permits.
    case standard
    /// Those whom the umask permits, of whom only the owner may write.
    case owner
    /// The owner and the members of the group, whatever the umask is; other users may read. On Linux, entries of a
    /// folder have the group of that folder.
    case group

    /// The permission bits of a folder.
    public var folder: UInt16 {
        switch self {
        case .standard: 0o777
        case .owner: 0o755
        case .group: 0o2775
        }
    }

    /// The permission bits of a file.
    public var file: UInt16 {
        switch self {
        case .standard: 0o666
        case .owner: 0o644
        case .group: 0o664
        }
    }

    /// Whether new files and folders have exactly these permissions; otherwise the umask takes some of them.
    public var overridesMask: Bool { self == .group }
}
