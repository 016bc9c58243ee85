@testable import Fetching
import TestSupport
import Testing

@Suite(.tags(.process))
struct DownloadTenthsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var heard: [TransferProgress]
        var said: [Int]
        var testDescription: String { name }
    }

    private static func steps(_ range: StrideThrough<Int>, of total: Int?) -> [TransferProgress] {
        range.map { TransferProgress(bytes: $0, total: total) }
    }

    private static let rows = [
        Row(
            name: "each tenth once", heard: steps(stride(from: 0, through: 10_000, by: 1), of: 10_000),
            said: (1...10).map { $0 * 1_000 }),
        Row(
            name: "the end, received repeatedly", heard: Array(repeating: .init(bytes: 7, total: 7), count: 100),
            said: [7]),
        Row(name: "few steps", heard: steps(stride(from: 0, through: 100, by: 45), of: 100), said: [45, 90]),
        Row(
            name: "a restarted download",
            heard: steps(stride(from: 0, through: 25, by: 1), of: 100)
                + steps(stride(from: 0, through: 15, by: 1), of: 100),
            said: [10, 20, 10]),
        Row(
            name: "a continued download", heard: steps(stride(from: 55, through: 75, by: 1), of: 100),
            said: [55, 60, 70]),
        Row(name: "an unknown size", heard: steps(stride(from: 0, through: 90, by: 9), of: nil), said: []),
        Row(
            name: "an impossible size", heard: [.init(bytes: .max, total: 1), .init(bytes: 5, total: -1)], said: [.max]),
    ]

    @Test(arguments: rows)
    func `progress is reported at each tenth`(row: Row) {
        let said = Recorder<Int>()
        let tenths = DownloadTenths { bytes, _ in said.add(bytes) }
        for progress in row.heard { tenths.report(progress) }
        #expect(said.all == row.said)
    }

    @Test func `a slow server's progress is received more often than it is reported`() async throws {
        try await withServer { server, folder in
            let (heard, said) = (Recorder<Int>(), Recorder<Int>())
            let tenths = DownloadTenths { bytes, _ in said.add(bytes) }
            let downloader = Downloader(transport: .live, clock: .unimplemented, policy: .forTests)
            try await downloader.download(server.address("drops"), into: folder.appending("a")) { progress in
                heard.add(progress.bytes)
                tenths.report(progress)
            }
            #expect(heard.all.count > 20)
            #expect((1...10).contains(said.all.count))
        }
    }
}
