@testable import Fetching
import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite(.tags(.process))
struct DebianVersionTests {
    private static let versions = [
        "0", "1", "1-0", "1-1", "1.0", "1.00", "1.0-1", "1.0-1~bpo12+1", "1.0-1+b1", "1.0-10", "1.0-2", "1.0.1", "1.0a",
        "1.0~", "1.0~~", "1.0~~a", "1.0~rc1-1", "1.0+dfsg-1", "1.0-rc1-1", "1.10", "1.2", "0:1.0", "1:0.1", "2:0",
        "1.0+",
        "1.0.", "10:1", "1.20240101-1", "99999999999999999999999-1", "100000000000000000000000-1", "1.a",
        "1.A",
    ]

    @Test func `versions are in dpkg's order`() async throws {
        let pairs = Self.versions.flatMap { one in Self.versions.map { (one, $0) } }
        let program = #"""
            import subprocess, sys
            for line in open("pairs"):
                one, other = line.split()
                for order in ["lt", "eq", "gt"]:
                    if subprocess.run(["dpkg", "--compare-versions", one, order, other], stderr=subprocess.DEVNULL).returncode == 0:
                        print(order)
                        break
            """#
        try await withTemporaryFolder { folder in
            let text = pairs.map { "\($0) \($1)\n" }.joined()
            try write(Array(text.utf8), to: folder.appending("pairs"))
            let orders = try await python(program, in: folder).split(separator: "\n")
            try #require(orders.count == pairs.count)
            for (pair, order) in zip(pairs, orders) {
                let (one, other) = (DebianVersion(pair.0), DebianVersion(pair.1))
                #expect((one < other ? "lt" : one == other ? "eq" : "gt") == order, "\(pair)")
            }
        }
    }
}
