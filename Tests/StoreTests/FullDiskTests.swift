import Basics
import Foundation
import Store
import SystemPackage
import TestSupport
import Testing

/// A disk of a few megabytes. `fill` leaves no free space, not even for a new folder.
private final class SmallDisk {
    private let folder: TemporaryFolder
    var root: FilePath { FilePath(folder.path("disk")) }

    /// Whether this user may mount file systems, which the initializer requires.
    static let isPossible = (try? SmallDisk()) != nil

    init() throws {
        folder = try TemporaryFolder()
        try run("truncate -s 8M image; mkfs.ext4 -q -m 0 image; mkdir disk; mount -o loop image disk")
    }

    deinit { try? run("umount disk") }

    func fill() throws {
        try run("cat /dev/zero >disk/fill || :; i=0; while mkdir disk/folder$i; do i=$((i + 1)); done")
    }

    private func run(_ script: String) throws {
        try folder.need("/bin/sh", ["-ec", "PATH=$PATH:/usr/sbin:/sbin; \(script)"])
    }
}

@Suite(.tags(.process)) struct FullDiskTests {
    @Test(.enabled(if: SmallDisk.isPossible, "this user cannot mount a file"))
    func `a store on a full disk can be collected`() async throws {
        let disk = try SmallDisk()
        let place = disk.root.appending("store")
        do {
            let store = DiskStore(at: place)
            for seed in 0..<4 { try store.put([UInt8](repeating: UInt8(seed), count: 500_000)) }
            _ = try await store.lease()
        }
        try disk.fill()
        #expect(throws: StoreError.self) { try DiskStore(at: place).put([1, 2, 3]) }
        let report = try await DiskStore(at: place).collect(toBytes: 1_100_000)
        #expect(report.blobsRemoved == 2 && report.bytesAfter == 1_000_000)
        try DiskStore(at: place).put([1, 2, 3])
    }
}
