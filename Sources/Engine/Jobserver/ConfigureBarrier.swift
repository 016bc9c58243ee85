import Foundation
import Synchronization
import SystemPackage

/// Where scripts wait that have lent their token out, until every step that can begin has begun.
///
/// A script configures on one core; its make can use several. So that configuring never remains for the end, where one
/// core would do it and the others wait, a script gives its token back before make, and takes one again when the barrier
/// lets it through:
///
///     printf + >&8; : <"$XBUILD_CONFIGURE_BARRIER"; dd bs=1 count=1 <&8 >/dev/null 2>&1
///
/// The barrier is a named pipe: to open one for reading takes as long as nobody has it open for writing.
final class ConfigureBarrier: Sendable {
    let path: FilePath
    /// Open for writing while the barrier is open.
    private let door = Mutex<FileDescriptor?>(nil)

    /// Makes the pipe, at a path where nothing stands yet. The barrier is closed.
    init(at path: FilePath) throws(EngineError) {
        self.path = path
        guard path.withPlatformString({ mkfifo($0, 0o600) }) == 0 else {
            throw .file(doing: "make the pipe", path, Errno(rawValue: errno))
        }
    }

    deinit { set(open: false) }

    /// Lets through who waits and who comes, or has who comes wait.
    func set(open isOpen: Bool) {
        door.withLock { door in
            if isOpen, door == nil {
                // Both ways: to open only for writing would wait for a reader.
                door = try? FileDescriptor.open(path, .readWrite, options: [.nonBlocking, .closeOnExec])
            } else if !isOpen {
                try? door?.close()
                door = nil
            }
        }
    }

    /// Removes the pipe's file.
    func close() { _ = path.withPlatformString { unlink($0) } }
}
