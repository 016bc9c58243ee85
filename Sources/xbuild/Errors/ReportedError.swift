/// An error that ends a command, with messages and an exit status.
///
/// Commands do not convert errors of modules: `ModuleErrors.swift` defines their statuses, and `ErrorReport` collects
/// the texts to print.
protocol ReportedError: Error {
    var status: ExitStatus { get }
    /// Complete diagnostics, each on its own lines. By default: the error's description after `error: `.
    var messages: [String] { get }
    /// Advice to the user; nil if there is none.
    var hint: String? { get }
}

extension ReportedError {
    var messages: [String] { ["error: \(self)"] }

    var hint: String? { nil }
}

/// The end of a command that threw: its exit status, and the texts that it prints.
struct ErrorReport {
    var status: ExitStatus
    /// Complete diagnostics, each on its own lines.
    var messages: [String]

    init(_ error: any Error) {
        switch error {
        case let error as any ReportedError:
            status = error.status
            messages = status == .interrupted ? [] : error.messages
            if let hint = error.hint, let last = messages.popLast() { messages.append("\(last)\nhint: \(hint)") }
        case is CancellationError: (status, messages) = (.interrupted, [])
        default: (status, messages) = (.fault, ["error: \(error)"])
        }
    }
}
