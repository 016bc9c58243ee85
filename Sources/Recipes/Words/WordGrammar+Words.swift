import Basics

extension WordGrammar {
    static let nameHint =
        "a name holds lower-case letters, digits and `.`, `_`, `+`, `-`, and begins with a letter or digit"

    /// The operand of `-l` or `-framework`.
    static let link = WordGrammar(first: "A-Za-z0-9_", rest: "A-Za-z0-9._+-")

    /// The names of programs, without folders.
    static let program = WordGrammar(first: "A-Za-z0-9_", rest: "A-Za-z0-9._+-", lengths: 1...64)

    /// Source: Debian Policy, sections 5.6.1 and 5.6.12.
    static let debianPackage = WordGrammar(first: "a-z0-9", rest: "a-z0-9+.-", lengths: 2...256)
    static let debianVersion = WordGrammar(first: "0-9", rest: "A-Za-z0-9.+~:-")
    static let debianSuite = WordGrammar(first: "a-z", rest: "a-z0-9-")

    /// Source: Python's PEP 508.
    static let pythonPackage = WordGrammar(first: "A-Za-z0-9", rest: "A-Za-z0-9._-")

    /// The texts that `Version` reads.
    static let version = WordGrammar(first: "0-9", rest: "A-Za-z0-9._+~-")
}
