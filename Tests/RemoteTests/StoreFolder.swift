import Foundation
import Store
import SystemPackage
import TestSupport

/// A temporary folder that holds stores.
typealias StoreFolder = TemporaryFolder

extension TemporaryFolder {
    func store(_ name: String) -> DiskStore { DiskStore(at: FilePath(path(name))) }
}
