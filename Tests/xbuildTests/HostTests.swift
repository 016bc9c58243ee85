import Foundation
import TestSupport
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

    /// HOME is relative to the test's folder, which contains a file `file` and a folder `folder`.
    @Test(arguments: [
        ("file", "`FOLDER/file` is not a folder"), ("file/below", "`FOLDER/file` is not a folder"),
        ("socket/below", "`FOLDER/socket` is not a folder"),
    ])
    func `an unusable home folder is reported with the options that name another store`(
        _ home: String, _ reason: String
    ) throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        try folder.need("/usr/bin/mkfifo", ["socket"])
        var host = Host.live()
        host.environment = ["HOME": folder.path(home)]
        #expect {
            _ = try host.openStore(nil)
        } throws: { error in
            let report = ErrorReport(error)
            let reason = reason.replacing("FOLDER", with: folder.path)
            return report.status == .usage
                && report.messages == [
                    "error: there can be no store at `\(folder.path(home))/.cache/xbuild`: \(reason)\n"
                        + "hint: name another folder with --store or XBUILD_STORE"
                ]
        }
    }

    @Test func `a missing home folder is made with the store`() throws {
        let folder = try TemporaryFolder()
        var host = Host.live()
        host.environment = ["HOME": folder.path("home")]
        #expect(try host.openStore(nil).path.string.hasPrefix(folder.path("home/")))
    }
}
