import Foundation
import Store
import SystemPackage
import TestSupport

/// A folder of stores.
typealias StoreFolder = TemporaryFolder

extension TemporaryFolder {
    func store(_ name: String) -> DiskStore { DiskStore(at: FilePath(path(name))) }
}
