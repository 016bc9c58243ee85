#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

// A file's time says when it was last of use: when it was written, put again, found, or read as a result. Each process
// marks a file at most once, so that a run in which nothing is to be done costs a system call a file and no more.

extension DiskStore {
    /// Marks a file as of use, and says whether it still stands there afterwards: a collection that took it away a
    /// moment before it was marked has decided, one that comes later sees the mark.
    func isKept(_ path: String, _ status: FileStatus) -> Bool {
        guard status.modified < marks.since else { return true }
        // In a store that is somebody else's this fails, and then somebody else collects, too.
        guard marks.mark(path) else { return errno != ENOENT }
        return access(path, F_OK) == 0
    }
}
