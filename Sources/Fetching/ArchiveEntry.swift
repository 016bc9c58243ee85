import CArchive

/// An entry with unchecked values, as the archive describes it.
struct ArchiveEntry: Hashable, Sendable {
    /// The path as the archive spells it; empty when it is not UTF-8.
    var path: String
    var kind: Kind
    var isExecutable: Bool
    /// The size of a file in bytes, as the archive declares it.
    var declaredSize: Int

    enum Kind: Hashable, Sendable {
        case file
        case folder
        case symlink(target: String)
        case hardLink(target: String)
        /// An entry that does not belong in a tree of sources; the text names its type.
        case other(String)
    }
}

extension ArchiveEntry {
    /// Copies the relevant fields of libarchive's entry, which is valid until the next one is read.
    init(_ entry: OpaquePointer) {
        path = Self.text(archive_entry_pathname_utf8(entry), archive_entry_pathname(entry)) ?? ""
        isExecutable = archive_entry_perm(entry) & 0o100 != 0
        declaredSize = Int(archive_entry_size(entry))
        if let target = Self.text(archive_entry_hardlink_utf8(entry), archive_entry_hardlink(entry)) {
            kind = .hardLink(target: target)
        } else {
            kind = Self.kind(of: entry)
        }
    }

    // The file types of POSIX's `st_mode`; libarchive's own names for them are macros that Swift does not import.
    private static func kind(of entry: OpaquePointer) -> Kind {
        switch archive_entry_filetype(entry) & 0o170000 {
        case 0o100000: .file
        case 0o040000: .folder
        case 0o120000: .symlink(target: text(archive_entry_symlink_utf8(entry), archive_entry_symlink(entry)) ?? "")
        case 0o020000: .other("character device")
        case 0o060000: .other("block device")
        case 0o010000: .other("fifo")
        case 0o140000: .other("socket")
        default: .other("member of unknown type")
        }
    }

    /// Returns the converted name, or the raw bytes if libarchive cannot convert the name; empty when they are not
    /// UTF-8.
    private static func text(_ converted: UnsafePointer<CChar>?, _ raw: UnsafePointer<CChar>?) -> String? {
        (converted ?? raw).map { String(validatingCString: $0) ?? "" }
    }
}
