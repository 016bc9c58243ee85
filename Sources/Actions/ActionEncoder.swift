import Basics
import SwiftProtobuf

/// Makes the two messages of an action from the components that `Action.write(to:)` passes.
struct ActionEncoder: ActionWriter {
    private var action = WireAction()
    private var command = WireCommand()
    /// The properties that the value of `toolchain` lists.
    private var listed: [(String, String)] = []

    init() {
        // Requests both formats: a `Tree` message is one blob to fetch; the root's digest becomes part of the input
        // roots of later actions.
        command.outputDirectoryFormat = .treeAndDirectory
        command.workingDirectory = WorkPlaces.name
    }

    mutating func argument(_ word: String) { command.arguments.append(word) }

    mutating func variable(_ name: String, _ value: String) {
        command.environmentVariables.append(.with { ($0.name, $0.value) = (name, value) })
    }

    mutating func output(_ path: RelativePath) { command.outputPaths.append(path.string) }

    mutating func property(_ name: String, _ value: String) {
        guard Action.plainProperties.contains(name) else { return listed.append((name, value)) }
        append(name, value)
    }

    private mutating func append(_ name: String, _ value: String) {
        let property = WirePlatform.Property.with { ($0.name, $0.value) = (name, value) }
        action.platform.properties.append(property)
        command.platform.properties.append(property)
    }

    mutating func timeout(seconds: Int) { action.timeout.seconds = Int64(seconds) }

    mutating func inputs(_ inputs: Directory) {
        action.inputRootDigest = WireDigest(Action.root(holding: inputs).digest)
    }

    /// Returns the encoded messages. The action contains the command's digest.
    mutating func finish() -> (action: [UInt8], command: [UInt8]) {
        // The names of properties are sorted, and `toolchain` sorts after the others.
        if let listing = Action.listing(listed) { append(Action.listingProperty, Digest(of: listing).description) }
        let command = command.bytes
        action.commandDigest = WireDigest(Digest(of: command))
        return (action.bytes, command)
    }
}
