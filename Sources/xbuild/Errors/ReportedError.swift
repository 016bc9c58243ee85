/// An error that ends a command with its own words and exit status.
///
/// Errors of modules travel up as they are; `ModuleErrors.swift` gives them their statuses. `ErrorReport` words them.
protocol ReportedError: Error {
    var status: ExitStatus { get }
    /// Complete diagnostics, each on its own lines. Unless a type says otherwise: its description as an error.
    var messages: [String] { get }
    /// What a person can do about it; nil where that is not known.
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
