// Two versions of some files as a history of two commits, in the format that `git fast-import` reads
// (git-fast-import(1)), and the script that makes git write the difference between them.
//
// `git diff --no-index` compares two folders without a repository, but it is not suitable: it names an added file
// `b/NAME` on both sides, and if a file replaces a folder, the parts of its patch cannot be applied in their order.

import Basics

/// A history of two commits, `old` and `new`.
struct GitHistory {
    private(set) var bytes: [UInt8] = []

    /// Adds a commit without a parent.
    mutating func commit(_ branch: String) {
        bytes += "commit refs/heads/\(branch)\ncommitter xbuild <> 0 +0000\ndata 0\n".utf8
    }

    /// Adds a file to the last commit.
    mutating func add(_ path: RelativePath, _ contents: [UInt8], isExecutable: Bool) {
        bytes += "M \(isExecutable ? "100755" : "100644") inline \"".utf8
        for byte in path.string.utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        bytes += "\"\ndata \(contents.count)\n".utf8
        bytes += contents
        bytes += "\n".utf8
    }
}

extension TreeDifference {
    /// A shell script that runs in a folder with only the file `history`, and writes the file `patch`. Its exit status
    /// is 127 if git is missing. The caller must unset all variables `GIT_…`.
    ///
    /// The patch removes files first: a folder may replace a file, or a file a folder. The script deletes the lines
    /// with digests of blobs.
    public static let script = """
        set -e
        export GIT_DIR=git GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_ATTR_NOSYSTEM=1 LC_ALL=C
        # git before 2.32 has no GIT_CONFIG_GLOBAL.
        export HOME="$PWD" XDG_CONFIG_HOME="$PWD" GIT_CONFIG_NOSYSTEM=1
        command -v git >/dev/null || exit 127
        git init --quiet --bare --template= git
        git fast-import --quiet <history
        for files in D d; do
            git -c core.attributesFile=/dev/null diff --text --no-renames --no-ext-diff --no-textconv --no-color \\
                --diff-filter=$files old new
        done >difference
        sed '/^index /d' difference >patch
        """
}
