import Actions
import Basics
import Store
import SystemPackage

/// Trees between the store and the disk: an effect.
struct TreeTransfer: Sendable {
    /// Writes a tree into a folder that is there already.
    var export: @Sendable (Directory, FilePath) async throws(StoreError) -> Void
    /// Puts the file, link or folder at a path into the store; nil when nothing stands there.
    var ingest: @Sendable (FilePath) async throws(StoreError) -> ActionResult.Output?
    /// A folder with everything below it loaded.
    var load: @Sendable (Directory) async throws(StoreError) -> Directory
    /// Puts the folders of a node into the store, whose files are there already.
    var put: @Sendable (Node) async throws(StoreError) -> ActionResult.Output
}
