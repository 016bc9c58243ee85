// Reads a whole store and compares it with the names of its files. Faulty files can be removed: the next build that
// needs a removed or incomplete result makes it again.

import Actions
import Basics
import Machine

/// The result of a verification.
public struct VerificationReport: Hashable, Sendable {
    public var blobs = 0
    public var results = 0
    public var bytes = 0
    /// First the faults in `cas`, then those in `ac`; in each group, foreign files come first.
    public var faults: [StoreFault] = []
}

extension DiskStore {
    /// Reads every blob, and follows every result to its blobs. With `removingFaults`, faulty files are removed; files
    /// that are not part of a store are only reported.
    ///
    /// `readers` tasks read blobs concurrently. Throws only when the store's folders cannot be listed.
    public func verify(removingFaults removesFaults: Bool, readers: Int) async throws(StoreError) -> VerificationReport
    {
        var report = VerificationReport()
        let (blobs, foreignBlobs) = try files(in: "cas")
        report.blobs = blobs.count
        report.bytes = blobs.reduce(0) { $0 + $1.size }
        report.faults = foreignBlobs.map(StoreFault.foreignFile)
        let found = await inParallel(blobs, atMost: readers) { fault(of: $0, removesFaults: removesFaults) }
        report.faults += found.compactMap(\.self).sorted { "\($0)" < "\($1)" }
        let corrupt = report.faults.reduce(into: Set<SHA256Value>()) { corrupt, fault in
            if case .wrongBytes(let hash, _) = fault { corrupt.insert(hash) }
        }
        let (results, foreignResults) = try files(in: "ac")
        report.results = results.count
        report.faults += foreignResults.map(StoreFault.foreignFile)
        let check = CompletenessCheck(in: self) { (digests) async throws(StoreError) in
            var lost = digests.filter { corrupt.contains($0.hash) }
            for digest in digests.subtracting(lost) where try self.digest(of: digest.hash) != digest {
                lost.insert(digest)
            }
            return lost
        }
        for result in results {
            guard let fault = try await fault(of: result, check) else { continue }
            report.faults.append(fault)
            if removesFaults { try onDisk(FileSystem.remove(result.path)) }
        }
        return report
    }

    private func fault(of blob: StoredFile, removesFaults: Bool) -> StoreFault? {
        do throws(FileError) {
            guard let file = try OpenFile.fileIfPresent(blob.path) else { return nil }
            let found = try file.digest()
            guard found.hash != blob.hash else { return nil }
            if removesFaults { try FileSystem.remove(blob.path) }
            return .wrongBytes(blob.hash, found: found)
        } catch {
            return .unreadable(path: blob.path, reason: "\(error)")
        }
    }

    private func fault(
        of file: StoredFile, _ check: CompletenessCheck
    ) async throws(StoreError) -> StoreFault? {
        // A file that was removed in the meantime is not a fault.
        guard let bytes = try? FileSystem.contents(file.path) else { return nil }
        // An empty file would decode as a result without outputs, but it is a damaged file.
        guard !bytes.isEmpty, let result = try? ActionResult(encoded: bytes) else {
            return .unreadableResult(action: file.hash)
        }
        guard let missing = try await check.lacking([file.hash: result])[file.hash]?.min() else { return nil }
        return .incompleteResult(action: file.hash, missing: missing)
    }
}
