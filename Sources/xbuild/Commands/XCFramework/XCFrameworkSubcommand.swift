import ArgumentParser
import Foundation
import Packaging

/// `xbuild xcframework`: an XCFramework of any libraries and headers, with the flags of
/// `xcodebuild -create-xcframework`.
struct XCFrameworkSubcommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "xcframework", abstract: "Make an XCFramework of libraries or frameworks.",
        discussion:
            "Its arguments are those of `xcodebuild -create-xcframework`; `xbuild xcframework -help` lists them.")

    @Argument(parsing: .captureForPassthrough)
    var arguments: [String] = []

    func run(on host: Host) async throws -> ExitStatus {
        do throws(XCFrameworkCallError) {
            switch try XCFrameworkCall.parsed(arguments) {
            case .help: try host.say(XCFrameworkCall.usage)
            case .create(let call):
                let output = try XCFrameworkFolder(call: call, host: host).write()
                try host.say("xcframework successfully written out to: \(output)\n")
            }
        } catch {
            throw CommandFailure(error.isUsage ? .usage : .buildFailed, error: "\(error)", hint: error.hint)
        }
        return .done
    }
}

extension Host {
    /// Data on standard output, for commands with errors of their own.
    fileprivate func say(_ text: String) throws(XCFrameworkCallError) {
        do {
            try out(text)
        } catch {
            throw .write("standard output")
        }
    }
}
