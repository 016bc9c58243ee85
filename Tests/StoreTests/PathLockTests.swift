import Foundation
import Store
import SystemPackage
import TestSupport
import Testing

@Suite(.tags(.process)) struct PathLockTests {
    let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test func `the lock file of a killed process is locked and removed`() async throws {
        try folder.shell("touch left")
        let lock = try PathLock.tryLock(folder / "left")
        #expect(lock != nil)
        withExtendedLifetime(lock) {}
        _ = consume lock
        #expect(!folder.exists("left"))
    }

    @Test(arguments: ["mkdir lock", "ln -s elsewhere lock"])
    func `a path that cannot be locked gives neither lock nor error`(obstacle: String) async throws {
        try folder.shell(obstacle)
        let path = folder / "lock"
        #expect(try await PathLock.lockWherePossible(path) == nil)
        #expect(throws: StoreError.self) { try PathLock.tryLock(path) }
        #expect(!folder.exists("elsewhere"))
    }
}
