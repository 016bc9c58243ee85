import Basics
import Documents

// The steps of `system: script`.

/// The values under `steps:`.
struct StepsBlock: Sendable {
    var configure: [CommandBlock] = []
    var build: [CommandBlock] = []
    var install: [CommandBlock] = []
    var test: [CommandBlock] = []

    var all: [CommandBlock] { configure + build + install + test }
}

/// A command line, and the file beside the recipe that it runs, if any.
struct CommandBlock: Sendable {
    var words: [RecipeWord]
    var mark: Mark
    var file: Located<RelativePath>?
}

extension RecipeLanguage {
    static let steps = Shape<StepsBlock>.mapping(
        "a table of steps",
        .optional("configure", commands, default: [], "commands that run first"),
        .optional("build", commands, default: [], "commands that build"),
        .required("install", commands.nonEmpty(), "commands that put the result below `${DESTDIR}${PREFIX}`"),
        .optional("test", commands, default: [], "commands that run the library's own tests, where its code can run")
    ) { configure, build, install, test in
        StepsBlock(configure: configure, build: build, install: install, test: test)
    }

    private static let commands = Shape<[CommandBlock]>.commands(.listOrMapping(line, scriptFile))

    private static let line = Shape<[RecipeWord]>.commandLine.checked { words, node, _ in
        CommandBlock(words: words, mark: node.mark)
    }

    private static let scriptFile = Shape<CommandBlock>.mapping(
        "a script's table",
        .required("script", path("a path below the recipe").located, "a script beside the recipe"),
        .optional(
            "with", interpreter, default: [RecipeWord(text: "sh")],
            "the interpreter with its arguments; by default `sh`"
        ),
        .optional("arguments", stepWord.oneOrMany, default: [], "arguments of the script")
    ) { file, interpreter, arguments in
        let script = RecipeWord([.variable(.build(.files)), .text("/" + file.value.string)])
        return CommandBlock(words: interpreter + [script] + arguments, mark: file.mark, file: file)
    }

    private static let interpreter = stepWord.oneOrMany.nonEmpty()
}

extension Shape<[CommandBlock]> {
    fileprivate static func commands(_ command: Shape<CommandBlock>) -> Self {
        let noun = "a list of commands"
        let list = command.list
        return Shape(noun, schema: list.schema) { node, findings in
            guard case .list = node.content else {
                findings.mismatch(noun, node, hint: "write each command as a list of its own: `[[make, all]]`")
                return nil
            }
            return list.read(node, &findings)
        }
    }
}

extension Shape<[RecipeWord]> {
    /// The words of a command; the first is the program.
    fileprivate static var commandLine: Self {
        let noun = "a command: a list of words"
        let words = RecipeLanguage.stepWord.list.nonEmpty()
        return Shape(noun, schema: words.schema) { node, findings in
            guard case .list = node.content else {
                findings.mismatch(noun, node, hint: "write each command as a list of its own: `- [make, all]`")
                return nil
            }
            return words.read(node, &findings)
        }
    }
}
