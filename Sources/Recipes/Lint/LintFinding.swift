import Documents

/// One remark of the review.
public struct LintFinding: Hashable, Sendable {
    /// The rule; nil for warnings that were noted when the recipe was read.
    public let rule: LintRule?
    public let diagnostic: Diagnostic

    /// Returns the diagnostic with the rule's name after its message.
    public func rendered(in source: SourceText) -> String {
        var named = diagnostic
        if let rule { named.message += " [\(rule.rawValue)]" }
        return named.rendered(in: source)
    }
}

extension [LintFinding] {
    mutating func add(
        _ rule: LintRule, _ message: String, at mark: Mark?, hint: String? = nil, notes: [Diagnostic.Note] = []
    ) {
        let diagnostic = Diagnostic(rule.severity, message, at: mark, hint: hint, notes: notes)
        append(LintFinding(rule: rule, diagnostic: diagnostic))
    }
}
