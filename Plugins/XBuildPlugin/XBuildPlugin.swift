import Foundation
import PackagePlugin

/// `swift package xbuild NAME…`: builds libraries or takes them from the store, puts them into the package's folder
/// `Vendor`, and prints the lines to add to `Package.swift`.
///
/// The plugin depends on no program target, so that a package that uses it builds as fast as before.
@main
struct XBuildPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let words = PluginArguments(arguments)
        guard !words.recipes.isEmpty || words.asksForHelp else {
            throw PluginFailure("name a library: swift package xbuild zlib")
        }
        let root = context.package.directoryURL
        let program = try XBuildProgram.find(context, packageManager)
        let store = WritableStore.folder(beside: context.pluginWorkDirectoryURL)
        let output = try await program.run(words.call(vendor: root, store: store), in: root)
        if words.asksForHelp { return print(output) }
        let made = output.split(separator: "\n").map(String.init)
        try print(VendoredPackage.advice(for: made.map { try VendoredPackage($0, root: root) }, asked: words.names))
    }
}

/// The reason why the plugin fails, as a message.
struct PluginFailure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}
