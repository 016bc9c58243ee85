// The modification time of a stored file records its last use: when the file was written, put again, found, or read as
// a result. Each process marks a file at most once, so that a run with nothing to do needs only one system call for
// each file.

import Machine
import SystemPackage

extension DiskStore {
    /// Marks a file as used, and returns whether it still exists: a collection may have removed it before. A collection
    /// that checks the file after the mark keeps it.
    func markUsed(_ path: String, _ status: FileStatus) -> Bool {
        guard status.modified < accessTimes.since, access != .readOnly else { return true }
        // Marking fails for a file of another user who did not permit it.
        do throws(FileError) { try accessTimes.mark(path) } catch { return error.errno != .noSuchFileOrDirectory }
        return FileSystem.exists(path)
    }
}
