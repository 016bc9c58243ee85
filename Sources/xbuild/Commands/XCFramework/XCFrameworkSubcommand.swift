import ArgumentParser
import Foundation
import Packaging

/// `xbuild xcframework`: makes an XCFramework of any libraries and headers, with the flags of `xcodebuild
/// -create-xcframework`.
struct XCFrameworkSubcommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "xcframework", abstract: "Make an XCFramework of libraries or frameworks.",
        discussion:
            "The arguments are those of `xcodebuild -create-xcframework`; `xbuild xcframework -help` lists them.")

    @Argument(parsing: .captureForPassthrough)
    var arguments: [String] = []

    func run(on host: Host) async throws -> ExitStatus {
        guard let call = try XCFrameworkCall.parsed(arguments) else {
            try host.out(XCFrameworkCall.usage)
            return .done
        }
        let output = try XCFrameworkFolder(call: call, host: host).write()
        try host.out("xcframework successfully written out to: \(output)\n")
        return .done
    }
}
