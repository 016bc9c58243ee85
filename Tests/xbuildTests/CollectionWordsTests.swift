import Testing

@testable import Store
@testable import xbuild

/// The sentences of `xbuild store gc`.
struct CollectionWordsTests {
    private func words(_ report: CollectionReport, limit: Int, isForecast: Bool = false) -> String {
        report.words(limit: ByteSize(bytes: limit << 20), isForecast: isForecast)
    }

    private func report(_ before: Int, _ after: Int, results: Int = 0, blobs: Int = 0) -> CollectionReport {
        CollectionReport(
            bytesBefore: before << 20, bytesAfter: after << 20, resultsRemoved: results, blobsRemoved: blobs)
    }

    @Test func `a store within the limit loses nothing`() {
        #expect(
            words(report(12, 12), limit: 20) == "the store has 12.0 MiB, within the limit of 20.0 MiB: nothing removed")
    }

    @Test func `a store within the limit would lose nothing`() {
        #expect(
            words(report(20, 20), limit: 20, isForecast: true)
                == "the store has 20.0 MiB, within the limit of 20.0 MiB: nothing to remove")
    }

    @Test func `a collection names the sizes before and after`() {
        #expect(
            words(report(30, 19, results: 1, blobs: 12), limit: 20)
                == "removed 1 result and 12 blobs: the store had 30.0 MiB, and has 19.0 MiB")
    }

    @Test func `a forecast names the sizes now and afterwards`() {
        #expect(
            words(report(30, 19, results: 4, blobs: 1), limit: 20, isForecast: true)
                == "would remove 4 results and 1 blob: the store has 30.0 MiB, and would have 19.0 MiB")
    }

    @Test func `running builds keep a store above the limit`() {
        #expect(
            words(report(30, 25, results: 0, blobs: 2), limit: 20)
                == "removed 2 blobs: the store had 30.0 MiB, and has 25.0 MiB; 5.0 MiB above the limit "
                + "stay, because builds are running")
    }

    @Test func `running builds keep everything`() {
        #expect(
            words(report(30, 30), limit: 20)
                == "the store has 30.0 MiB, and nothing was removed; 10.0 MiB above the limit stay, because builds are "
                + "running")
    }

    @Test func `running builds would keep everything`() {
        #expect(
            words(report(30, 30), limit: 20, isForecast: true)
                == "the store has 30.0 MiB, and nothing can be removed; 10.0 MiB above the limit stay, because builds "
                + "are running")
    }
}
