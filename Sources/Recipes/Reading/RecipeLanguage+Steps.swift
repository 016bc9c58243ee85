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
        .optional("test", commands, default: [], "commands that run the library's own tests, where its code can run"),
        build: StepsBlock.init)

    private static let commands = Shape.listOrMapping(line, scriptFile).list.strict(
        "a list of commands", hint: "write each command as a list of its own: `[[make, all]]`")

    /// The words of a command; the first is the program.
    private static let line = stepWord.list.nonEmpty().strict(
        "a command: a list of words", hint: "write each command as a list of its own: `- [make, all]`"
    ).checked { words, node, _ in CommandBlock(words: words, mark: node.mark) }

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

extension Shape {
    /// Returns this shape of a list with another noun, and with a hint for values that are not lists.
    fileprivate func strict(_ noun: String, hint: String) -> Shape {
        Shape(noun, schema: schema) { node, findings in
            guard case .list = node.content else {
                findings.mismatch(noun, node, hint: hint)
                return nil
            }
            return read(node, &findings)
        }
    }
}
