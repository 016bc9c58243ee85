import Actions
import Basics

extension Step {
    /// The command of the step's action. A builtin has a pseudo command, which only serves to make a key.
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
