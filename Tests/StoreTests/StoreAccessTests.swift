import Actions
import Basics
import Machine
import Store
import SystemPackage
import TestSupport
import Testing

/// Opening stores on disk.
@Suite(.tags(.process)) struct StoreAccessTests {
    private let folder: TestFolder
    private var place: FilePath { folder / "store" }

    init() throws { folder = try TestFolder() }

    private func permissions(_ path: String) throws -> UInt16? {
        try FileStatus.of((folder / path).string)?.permissions
    }

    @Test func `a new store can be opened again, whatever the umask is`() async throws {
        let store = try DiskStore.opening(place)
        #expect(store.access == .own)
        try store.put(bytes("a"))
        _ = try await store.lease()
        _ = try store.tryLock(digest("action"))
        for path in ["store", "store/cas", "store/leases", "store/locks", "store/tmp"] {
            #expect(try permissions(path).map { $0 & 0o022 } == 0, "\(path)")
        }
        #expect(try DiskStore.opening(place).access == .own)
    }

    @Test(arguments: [
        "store", "store/ac", "store/cas", "store/tmp", "store/locks", "store/leases", "store/xbuild-work",
    ])
    func `a store with a folder that others can write is refused`(_ path: String) throws {
        try folder.shell("mkdir -p store store/cas '\(path)'; chmod 755 store store/*; chmod 777 '\(path)'")
        let distrust = StoreDistrust.writableByOthers(path: (folder / path).string, permissions: 0o777)
        #expect(throws: StoreError.untrusted(store: place.string, distrust)) { try DiskStore.opening(place) }
    }

    @Test func `a link to a store's folder is followed`() throws {
        try folder.shell("mkdir -m 755 real; ln -s real store")
        #expect(try DiskStore.opening(place).access == .own)
    }

    @Test func `a store that cannot be written serves results and changes nothing`() async throws {
        let writable = folder.store
        let (action, result) = (digest("action"), ActionResult(outputs: [:]))
        try writable.put(bytes("a"))
        try writable.put(result, for: action)
        try folder.shell("find store -type f -exec touch -d 2001-01-01 {} +; find store | sort >before")
        let store = DiskStore(at: place, access: .readOnly)
        let lease = try await store.lease()
        #expect(try store.result(of: action) == result)
        #expect(try store.blob(digest("a")) == bytes("a"))
        #expect(try store.put(bytes("a")) == digest("a"))
        let refusal = StoreError.readOnly(store: place.string)
        #expect(throws: refusal) { try store.put(bytes("b")) }
        #expect(try store.put { write in try bytes("a").withUnsafeBytes { try write($0) } } == digest("a"))
        for count in [1, 1 << 21] {
            #expect(throws: refusal) { try store.putPieces(count: count) }
        }
        #expect(throws: refusal) { try store.put(result, for: action) }
        #expect(throws: refusal) { _ = try store.tryLock(action) }
        await #expect(throws: refusal) { try await store.collect(toBytes: 0) }
        #expect(try store.sizeIfDue() == nil)
        withExtendedLifetime(lease) {}
        try folder.shell(
            "find store | sort >after; cmp before after; test -z \"$(find store -type f -newermt 2002-01-01)\"")
    }

    @Test func `an existing store becomes a shared one`() throws {
        do {
            let store = folder.store
            try store.put(bytes("a"))
            try store.put(ActionResult(outputs: [:]), for: digest("action"))
        }
        let group = try DiskStore.share(at: place)
        #expect(try FileStatus.of(place.string)?.group == group)
        #expect(try DiskStore.opening(place).access == .shared)
        let wrong = "find store -type d ! -perm 2775; find store -type f ! -perm -664; find store ! -group \(group)"
        // The mark is for the owner only.
        #expect(try folder.shell(wrong) == "store/shared\n")
    }

    @Test func `a store whose first blob arrived in pieces can be opened again with a loose umask`() async throws {
        let path = folder.path.string
        await #expect(processExitsWith: .success) { [path = path as String] in
            _ = CurrentProcess.setFileMask(0o002)
            let store = FilePath(path).appending("store")
            try DiskStore.opening(store).putPieces(count: 1 << 21)
            #expect(try DiskStore.opening(store).access == .own)
        }
    }

    @Test func `files of a shared store are writable for the group, whatever the umask is`() async throws {
        _ = try DiskStore.share(at: place)
        let path = folder.path.string
        await #expect(processExitsWith: .success) { [path = path as String] in
            _ = CurrentProcess.setFileMask(0o077)
            let store = try DiskStore.opening(FilePath(path).appending("store"))
            let lease = try await store.lease()
            let lock = try store.tryLock(digest("action"))
            try store.put(bytes("a"))
            try store.putPieces(count: 1 << 21)
            try store.put(ActionResult(outputs: [:]), for: digest("action"))
            let files = try FileSystem.statuses(below: store.path.string).filter { !$0.path.hasSuffix("shared") }
            // A lock, a lease, the lock of leases, two blobs and a result.
            #expect(files.count { $0.status.kind == .file } == 6)
            for (path, status) in files {
                #expect(status.permissions == (status.kind == .file ? 0o664 : 0o2775), "\(path)")
            }
            withExtendedLifetime((lease, lock)) {}
        }
    }
}

extension DiskStore {
    /// Puts a blob of equal bytes in pieces.
    fileprivate func putPieces(count: Int) throws {
        let bytes = [UInt8](repeating: 7, count: count)
        _ = try put { write in try bytes.withUnsafeBytes { try write($0) } }
    }
}
