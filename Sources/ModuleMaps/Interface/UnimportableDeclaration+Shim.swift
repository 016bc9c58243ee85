/// Writes C functions that give Swift access to declarations that it cannot import.
extension UnimportableDeclaration {
    /// A line of C that Swift can import instead, or advice; nil if there is neither.
    public var shim: String? {
        switch reason {
        case .functionLikeMacro(let parameters):
            let typed = parameters.filter { $0 != "..." && !$0.hasSuffix("...") }.map { "TYPE \($0)" }
            let arguments = parameters.filter { !$0.hasSuffix("...") }
            return "static inline TYPE swift_\(name)(\(Self.list(typed))) "
                + "{ return \(name)(\(arguments.joined(separator: ", "))); }"
        case .usesMacro, .noConstant:
            return "static inline __typeof__(\(name)) swift_\(name)(void) { return \(name); }"
        case .alias(let function): return "call `\(function)`"
        case .type(let type): return "typedef \(type) swift_\(name);"
        case .variadic(let function): return Self.wrapper(function)
        case .types: return nil
        }
    }

    /// Returns a header with all shims. Shims of macros, except macros that name a type, are comments: they contain the
    /// placeholder `TYPE`, or the macro may not be an expression.
    public static func header(for declarations: [UnimportableDeclaration]) -> String {
        var lines = ["/* Functions and types for declarations that Swift cannot import. */", "#pragma once"]
        for declaration in declarations {
            guard let shim = declaration.shim else { continue }
            switch declaration.reason {
            case .variadic, .type: lines.append(shim)
            case .functionLikeMacro, .usesMacro, .noConstant: lines.append("/* \(shim.replacing("*/", with: "* /")) */")
            case .alias, .types: break
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func list(_ words: [String]) -> String { words.isEmpty ? "void" : words.joined(separator: ", ") }

    /// Returns a C function that calls a variadic function with its fixed parameters only; nil if the type of a
    /// parameter contains the parameter's name.
    private static func wrapper(_ function: PreprocessedHeaders.Function) -> String? {
        var typed: [String] = []
        var names: [String] = []
        for (index, parameter) in function.parameters.enumerated() {
            // In a parameter that is a function pointer or an array, the name is inside the type, and this word-based
            // parser cannot separate them.
            guard !parameter.contains("("), !parameter.contains("[") else { return nil }
            let name = "a\(index)"
            typed.append("\(typeText(of: parameter)) \(name)")
            names.append(name)
        }
        let call = "\(function.name)(\(names.joined(separator: ", ")));"
        let returns = function.result == "void" ? "" : "return "
        return "static inline \(function.result) swift_\(function.name)(\(list(typed))) { \(returns)\(call) }"
    }

    /// Returns a parameter's type: its text without the last word, which is its name, unless that word is part of the
    /// type.
    private static func typeText(of parameter: String) -> String {
        let types: Set<String> = [
            "char", "short", "int", "long", "float", "double", "unsigned", "signed", "const", "size_t", "volatile",
        ]
        let words = parameter.split { $0 == " " || $0 == "*" }.map(String.init)
        guard let last = words.last, !types.contains(last), words.count > 1, parameter.hasSuffix(last),
            !["struct", "union", "enum"].contains(words[words.count - 2]) || words.count > 2
        else { return parameter }
        let front = parameter.dropLast(last.count)
        return String(front.hasSuffix(" ") ? front.dropLast() : front)
    }
}
