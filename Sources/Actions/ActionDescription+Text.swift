import Basics

extension ActionDescription: CustomStringConvertible {
    /// One line for each component, in the order of `Action.write(to:)`. Control characters are escaped, so that no
    /// component spans several lines.
    public var description: String {
        var lines = arguments.map { "argument     \($0)" }
        lines += environment.map { "environment  \($0.name)=\($0.value)" }
        lines += outputs.map { "output       \($0)" }
        lines += platform.map { "platform     \($0.name)=\($0.value)" }
        if let timeout { lines.append("timeout      \(timeout)") }
        lines += inputs.map { "input        \($0.path)\($0.kind.suffix)" }
        return lines.map { escapingControlsAndBackslashes($0) + "\n" }.joined()
    }
}

extension ActionDescription.InputKind {
    /// The text after the path in a listing.
    var suffix: String {
        switch self {
        case .file(let digest, let isExecutable): isExecutable ? "* \(digest)" : " \(digest)"
        case .symlink(let target): " -> \(target)"
        case .folder(let digest, let isLoaded): isLoaded ? "/" : "/ \(digest)"
        }
    }
}

/// Returns the text with control characters written as `\n`, `\t` or `\u{1B}`, and `\` as `\\`.
func escapingControlsAndBackslashes(_ text: String) -> String {
    text.split(separator: "\\", omittingEmptySubsequences: false).map { String($0).onOneLine }.joined(separator: "\\\\")
}
