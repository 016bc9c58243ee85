@testable import Fetching
import TestSupport
import Testing

@Suite(.tags(.process))
struct DownloadTenthsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var received: [TransferProgress]
        var reported: [Int]
        var testDescription: String { name }
    }

    private static func steps(_ range: StrideThrough<Int>, of total: Int?) -> [TransferProgress] {
        range.map { TransferProgress(bytes: $0, total: total) }
    }

    private static let rows = [
        Row(
            name: "each tenth once", received: steps(stride(from: 0, through: 10_000, by: 1), of: 10_000),
            reported: (1...10).map { $0 * 1_000 }),
        Row(
            name: "the end, received repeatedly", received: Array(repeating: .init(bytes: 7, total: 7), count: 100),
            reported: [7]),
        Row(name: "few steps", received: steps(stride(from: 0, through: 100, by: 45), of: 100), reported: [45, 90]),
        Row(
            name: "a restarted download",
            received: steps(stride(from: 0, through: 25, by: 1), of: 100)
                + steps(stride(from: 0, through: 15, by: 1), of: 100),
            reported: [10, 20, 10]),
        Row(
            name: "a continued download", received: steps(stride(from: 55, through: 75, by: 1), of: 100),
            reported: [55, 60, 70]),
        Row(name: "an unknown size", received: steps(stride(from: 0, through: 90, by: 9), of: nil), reported: []),
        Row(
            name: "an impossible size", received: [.init(bytes: .max, total: 1), .init(bytes: 5, total: -1)],
            reported: [.max]),
    ]

    @Test(arguments: rows)
    func `progress is reported at each tenth`(row: Row) {
        let reported = Recorder<Int>()
        let tenths = DownloadTenths { bytes, _ in reported.add(bytes) }
        for progress in row.received { tenths.report(progress) }
        #expect(reported.all == row.reported)
    }

    @Test func `a slow server's progress is received more often than it is reported`() async throws {
        try await withServer { server, folder in
            let (received, reported) = (Recorder<Int>(), Recorder<Int>())
            let tenths = DownloadTenths { bytes, _ in reported.add(bytes) }
            let downloader = Downloader(transport: .live, clock: .unimplemented, policy: .forTests)
            try await downloader.download(server.address("drops"), into: folder.appending("a")) { progress in
                received.add(progress.bytes)
                tenths.report(progress)
            }
            #expect(received.all.count > 20)
            #expect((1...10).contains(reported.all.count))
        }
    }
}
