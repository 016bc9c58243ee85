import Machine
import SystemPackage
import TestSupport
import Testing

@Suite(.tags(.process)) struct PathLockTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a lock file that a killed process left is locked and then removed`() async throws {
        try folder.shell("touch left")
        let lock = try PathLock.tryLock(FilePath(folder.path("left")))
        #expect(lock != nil)
        withExtendedLifetime(lock) {}
        _ = consume lock
        #expect(!folder.exists("left"))
    }

    @Test(arguments: ["mkdir lock", "ln -s elsewhere lock"])
    func `lockWherePossible returns nil for a path that cannot be locked`(obstacle: String) async throws {
        try folder.shell(obstacle)
        let path = FilePath(folder.path("lock"))
        #expect(try await PathLock.lockWherePossible(path) == nil)
        #expect(throws: FileError.self) { try PathLock.tryLock(path) }
        #expect(!folder.exists("elsewhere"))
    }
}
