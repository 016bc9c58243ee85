import Foundation
import Store
import SystemPackage

/// A folder of stores that goes away with the test that made it.
final class StoreFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "xbuild-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func store(_ name: String) -> DiskStore { DiskStore(at: FilePath(url.appending(path: name).path)) }
}
