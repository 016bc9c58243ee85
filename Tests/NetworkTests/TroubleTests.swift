import Network
import Testing

struct TroubleTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var cause: Trouble.Cause
        var scope: Trouble.Scope
        var isTransient = false
        var isDenied = false
        var isNotFound = false
        var testDescription: String { "\(Trouble(cause))" }
    }

    private static func status(_ status: Int) -> Trouble.Cause { .status(status, retryAfter: nil) }

    private static func call(_ code: GRPCStatus.Code) -> Trouble.Cause { .call(GRPCStatus(code: code)) }

    @Test(arguments: [
        Row(cause: .unreachable("x"), scope: .server, isTransient: true),
        Row(cause: .broken("x"), scope: .server, isTransient: true),
        Row(cause: .timedOut, scope: .server, isTransient: true),
        Row(cause: status(400), scope: .server),
        Row(cause: status(401), scope: .server, isDenied: true),
        Row(cause: status(403), scope: .server, isDenied: true),
        Row(cause: status(404), scope: .blob, isNotFound: true),
        Row(cause: status(407), scope: .server, isDenied: true),
        Row(cause: status(408), scope: .server, isTransient: true),
        Row(cause: status(410), scope: .blob, isNotFound: true),
        Row(cause: status(429), scope: .server, isTransient: true),
        Row(cause: status(500), scope: .server, isTransient: true),
        Row(cause: status(503), scope: .server, isTransient: true),
        Row(cause: call(.invalidArgument), scope: .server),
        Row(cause: call(.notFound), scope: .blob, isNotFound: true),
        Row(cause: call(.permissionDenied), scope: .server, isDenied: true),
        Row(cause: call(.unauthenticated), scope: .server, isDenied: true),
        Row(cause: call(.unavailable), scope: .server, isTransient: true),
        Row(cause: call(.resourceExhausted), scope: .server, isTransient: true),
        Row(cause: call(.aborted), scope: .server, isTransient: true),
        Row(cause: .tooManyRedirects(limit: 5), scope: .server),
        Row(cause: .insecureRedirect(to: "http://c"), scope: .server),
        Row(cause: .unsupportedScheme("ftp://c"), scope: .server),
        Row(cause: .malformed("x"), scope: .server),
        Row(cause: .noWorker(seconds: 1), scope: .server),
        Row(cause: .tooLarge(limit: 1), scope: .blob),
        Row(cause: .corrupt, scope: .blob, isTransient: true),
        Row(cause: .local("x"), scope: .request),
        Row(cause: .cancelled, scope: .request),
    ])
    func `the cause determines the scope and transience of trouble`(_ row: Row) {
        let trouble = Trouble(row.cause)
        #expect(trouble.scope == row.scope)
        #expect(trouble.isTransient == row.isTransient)
        #expect(trouble.isDenied == row.isDenied)
        #expect(trouble.isNotFound == row.isNotFound)
    }
}
