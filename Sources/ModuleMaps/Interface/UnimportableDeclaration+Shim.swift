/// Writes C functions that give Swift access to declarations that it cannot import.
extension UnimportableDeclaration {
    /// A line of C, or advice; nil if neither helps.
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

    /// Returns a header of all shims. A shim that needs types from a user is in a comment.
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

    /// Returns a function with the fixed parameters of a variadic function.
    private static func wrapper(_ function: PreprocessedHeaders.Function) -> String? {
        var typed: [String] = []
        var names: [String] = []
        for (index, parameter) in function.parameters.enumerated() {
            // The type of a function pointer or array contains its name: the word-based parse cannot separate them.
            guard !parameter.contains("("), !parameter.contains("[") else { return nil }
            let name = "a\(index)"
            typed.append("\(type(of: parameter)) \(name)")
            names.append(name)
        }
        let call = "\(function.name)(\(names.joined(separator: ", ")));"
        let returns = function.result == "void" ? "" : "return "
        return "static inline \(function.result) swift_\(function.name)(\(list(typed))) { \(returns)\(call) }"
    }

    /// Returns a parameter without its name: the last word, unless it is part of the type.
    private static func type(of parameter: String) -> String {
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
