extension Trouble: CustomStringConvertible {
    /// The trouble in one line.
    public var description: String {
        if isDenied { return "the server denies access" }
        return switch cause {
        case .unreachable(let words): "no connection: \(words)"
        case .broken(let words): "the connection broke: \(words)"
        case .timedOut: "no answer in time"
        case .status(let status, _): "the server answered with status \(status)"
        case .call(let status): "the server answered with \(status)"
        case .tooManyRedirects(let limit): "more than \(limit) redirects"
        case .insecureRedirect(let address): "a secure address redirects to the insecure `\(address)`"
        case .unsupportedScheme(let address):
            "`\(address)` is not an http, https or file address, or redirects to another kind of address"
        case .tooLarge(let limit): "larger than the allowed \(limit) bytes"
        case .malformed(let words): "the answer is malformed: \(words)"
        case .corrupt: "the answer has the wrong bytes"
        case .noWorker(let seconds): "no worker started the action within \(seconds) s"
        case .local(let words): words
        case .cancelled: "cancelled"
        }
    }
}
