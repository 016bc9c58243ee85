import Foundation
import Testing

@testable import xbuild

/// The default folder of the store.
struct HostTests {
    #if os(macOS)
        private static let caches = "/home/a/Library/Caches"
    #else
        private static let caches = "/home/a/.cache"
    #endif

    private func store(_ environment: [String: String]) throws -> String {
        var host = Host.live()
        host.environment = environment
        return try host.defaultStore
    }

    @Test(arguments: [
        (["XBUILD_STORE": "/s", "XDG_CACHE_HOME": "/c", "HOME": "/home/a"], "/s"),
        (["XBUILD_STORE": "s"], "s"),
        (["XBUILD_STORE": "", "XDG_CACHE_HOME": "/c", "HOME": "/home/a"], "/c/xbuild"),
        (["XDG_CACHE_HOME": "/c"], "/c/xbuild"),
        (["XDG_CACHE_HOME": "", "HOME": "/home/a"], "\(caches)/xbuild"),
        (["XDG_CACHE_HOME": "relative", "HOME": "/home/a"], "\(caches)/xbuild"),
    ])
    func `environment variables select the store's folder`(_ environment: [String: String], _ expected: String) throws {
        #expect(try store(environment) == expected)
    }

    @Test(arguments: [[:], ["HOME": ""], ["HOME": "relative"], ["XDG_CACHE_HOME": "relative"]])
    func `without a home folder there is no default store`(_ environment: [String: String]) {
        #expect {
            _ = try store(environment)
        } throws: { error in
            let report = ErrorReport(error)
            return report.status == .usage
                && report.messages == [
                    "error: there is no folder for the store: neither HOME nor XDG_CACHE_HOME is an absolute path\n"
                        + "hint: name one with --store or XBUILD_STORE"
                ]
        }
    }
}
