import Foundation
import PackagePlugin

/// The program `xbuild`, and the folder with its recipes if the program cannot find them without help.
///
/// The plugin searches `PATH`, then the build folder of the checkout that contains the plugin. If both lack the program
/// and the user's package depends on all of xbuild, not only on its plugin, SwiftPM builds it.
struct XBuildProgram {
    var path: URL
    var home: URL?

    static func find(_ context: PluginContext, _ manager: PackageManager) throws -> XBuildProgram {
        if let tool = try? context.tool(named: "xbuild") { return XBuildProgram(path: tool.url, home: nil) }
        let checkout = checkout
        for configuration in ["release", "debug"] {
            let program = checkout.appending(path: ".build/\(configuration)/xbuild")
            if FileManager.default.isExecutableFile(atPath: program.path(percentEncoded: false)) {
                return XBuildProgram(path: program, home: checkout)
            }
        }
        return try build(checkout, context, manager)
    }

    /// The nearest folder above this source file that contains `recipes`.
    private static var checkout: URL {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.pathComponents.count > 1 {
            let recipes = folder.appending(path: "recipes").path(percentEncoded: false)
            if FileManager.default.fileExists(atPath: recipes) { return folder }
            folder.deleteLastPathComponent()
        }
        return folder
    }

    /// Builds all three programs, because xbuild looks for the other two in its own folder.
    private static func build(
        _ checkout: URL, _ context: PluginContext, _ manager: PackageManager
    ) throws -> XBuildProgram {
        guard context.package.dependencies.contains(where: { $0.package.displayName == "xbuild" }) else {
            throw PluginFailure(
                "xbuild is not on PATH, nor built in \(checkout.path(percentEncoded: false)): run scripts/build there")
        }
        Diagnostics.remark("building xbuild, which takes some minutes the first time")
        var program: URL?
        for name in ["lipo", "probe-ld", "xbuild"] {
            var parameters = PackageManager.BuildParameters(configuration: .release, logging: .concise)
            parameters.echoLogs = true
            let result = try manager.build(.product(name), parameters: parameters)
            program = result.builtArtifacts.first { $0.kind == .executable && $0.url.lastPathComponent == name }?.url
            guard result.succeeded, program != nil else { throw PluginFailure("SwiftPM could not build \(name)") }
        }
        guard let program else { throw PluginFailure("SwiftPM built no xbuild") }
        return XBuildProgram(path: program, home: checkout)
    }

    /// Runs the program; its messages go to the terminal.
    ///
    /// - Returns: its standard output.
    func run(_ arguments: [String], in folder: URL) async throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = path
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardOutput = output
        if let home, ProcessInfo.processInfo.environment["XBUILD_HOME"] == nil {
            process.environment = ProcessInfo.processInfo.environment.merging(
                ["XBUILD_HOME": home.path(percentEncoded: false)]
            ) { $1 }
        }
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw PluginFailure("xbuild ended with status \(process.terminationStatus)")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
