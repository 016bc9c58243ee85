import Documents

/// One remark.
public struct LintFinding: Hashable, Sendable {
    /// Nil for what reading the recipe itself found.
    public let rule: LintRule?
    public let diagnostic: Diagnostic

    /// The diagnostic with the rule's name behind its message.
    public func rendered(in source: SourceText) -> String {
        var named = diagnostic
        if let rule { named.message += " [\(rule.rawValue)]" }
        return named.rendered(in: source)
    }
}

/// Where checks put what they find.
struct LintFindings {
    private(set) var all: [LintFinding] = []

    mutating func add(
        _ rule: LintRule, _ message: String, at mark: Mark?, hint: String? = nil, notes: [Diagnostic.Note] = []
    ) {
        let diagnostic = Diagnostic(rule.severity, message, at: mark, hint: hint, notes: notes)
        all.append(LintFinding(rule: rule, diagnostic: diagnostic))
    }
}
