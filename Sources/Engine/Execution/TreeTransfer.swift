import Actions
import Basics
import Store
import SystemPackage

/// Trees between the store and the disk: an effect.
struct TreeTransfer: Sendable {
    /// Writes a tree into an existing folder.
    var export: @Sendable (Directory, FilePath) async throws(StoreError) -> Void
    /// Stores the file, link or folder at a path; nil when there is none.
    var ingest: @Sendable (FilePath) async throws(StoreError) -> ActionResult.Output?
    /// A folder, completely loaded.
    var load: @Sendable (Directory) async throws(StoreError) -> Directory
    /// Stores the folders of a node, whose files are stored already.
    var put: @Sendable (Node) async throws(StoreError) -> ActionResult.Output
}
