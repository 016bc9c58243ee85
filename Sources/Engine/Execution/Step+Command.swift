import Actions
import Basics

extension Step {
    /// What its action runs. A builtin has a command line of its own kind, which only serves to give it a key.
    var command: Command {
        switch work {
        case .command(let arguments, let environment):
            Command(arguments: arguments.value, environment: environment, outputPaths: outputs.sorted())
        case .builtin(let name, let revision, let parameters):
            Command(
                arguments: ["xbuild-builtin", name, "r\(revision)", parameters.value], outputPaths: outputs.sorted())
        }
    }
}
