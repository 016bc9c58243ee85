import Foundation
import Store
import SystemPackage
import Testing

@Suite struct PathLockTests {
    let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test func aFileLeftByAKilledProcessIsLockedAndRemoved() async throws {
        try folder.shell("touch left")
        let lock = try PathLock.tryLock(folder / "left")
        #expect(lock != nil)
        withExtendedLifetime(lock) {}
        _ = consume lock
        #expect(!folder.exists("left"))
    }

    @Test("what cannot be locked is no lock and no fault", arguments: ["mkdir lock", "ln -s elsewhere lock"])
    func lockWherePossible(obstacle: String) async throws {
        try folder.shell(obstacle)
        let path = folder / "lock"
        #expect(try await PathLock.lockWherePossible(path) == nil)
        #expect(throws: StoreError.self) { try PathLock.tryLock(path) }
        #expect(!folder.exists("elsewhere"))
    }
}
