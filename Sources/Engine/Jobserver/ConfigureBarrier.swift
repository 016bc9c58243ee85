import Machine
import Synchronization
import SystemPackage

/// A barrier at which scripts that gave their token back wait until every step that can start has started.
///
/// A script configures on one core; its `make` can use several. If the last scripts were still configuring when no
/// other work is left, most cores would be idle. So a script gives its token back before `make`, and takes a token
/// again when the barrier is open:
///
///     printf + >&8; : <"$XBUILD_CONFIGURE_BARRIER"; dd bs=1 count=1 <&8 >/dev/null 2>&1
///
/// The barrier is a named pipe: opening it for reading blocks until a process has it open for writing.
final class ConfigureBarrier: Sendable {
    let path: FilePath
    /// Open for writing while the barrier is open.
    private let door = Mutex<OpenFile?>(nil)

    /// Makes the pipe at a free path. The barrier is closed.
    init(at path: FilePath) throws(EngineError) {
        self.path = path
        try onDisk(FileSystem.makePipe(path.string))
    }

    deinit { set(open: false) }

    /// Opens the barrier for current and future waiters, or closes it.
    func set(open isOpen: Bool) {
        door.withLock { door in
            if isOpen, door == nil {
                // Opens the pipe for reading and writing: opening it only for writing would wait for a reader.
                door = try? OpenFile.pipe(path.string)
            } else if !isOpen {
                door = nil
            }
        }
    }

    /// Removes the pipe's file.
    func close() { try? FileSystem.remove(path.string) }
}
