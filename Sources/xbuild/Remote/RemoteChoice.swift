import Engine
import Machine
import Remote
import Store

/// The remote cache of the user's choice, read from arguments and environment.
struct RemoteChoice {
    var address: RemoteAddress
    var settings: HTTPSettings
    var policy: RemotePolicy
    /// The keys of the user's choice.
    var keys: KeyChoice
    private var use: Workers.Use?
    private var jobs: Int

    /// Nil if the user chose no remote cache. Throws a `ReportedError` for invalid values.
    init?(_ request: RemoteRequest, on host: Host) throws {
        guard let text = request.address ?? host.value("XBUILD_REMOTE") else {
            guard request.execute == nil else { throw Self.noWorkers }
            guard request.signWith == nil else { throw Self.nothingToSign }
            return nil
        }
        address = try RemoteAddress(text)
        settings = try Self.settings(host)
        policy = RemotePolicy(access: try request.access ?? Self.access(host), download: request.download)
        (use, jobs) = (request.execute, request.jobs)
        guard use == nil || address.scheme.isGRPC else { throw Self.noWorkers }
        keys = try KeyChoice(request, on: host)
        guard use == nil || keys.trust == nil else { throw Self.unsignedWorkers }
    }

    private static let noWorkers = CommandFailure(
        .usage, error: "`--execute` needs workers: `--remote grpc://HOST/…` or `grpcs://HOST/…`")

    private static let nothingToSign = CommandFailure(
        .usage, error: "`--sign-with` signs the results that are uploaded to a cache, and there is none",
        hint: "name one with --remote or XBUILD_REMOTE")

    private static let unsignedWorkers = CommandFailure(
        .usage, error: "no trusted key signs the results of the workers, on which `--execute` runs commands",
        hint: "leave out `--execute`, or the keys: --trust, --sign-with, XBUILD_TRUST, XBUILD_SIGN_WITH")

    /// Returns the local store with the remote cache behind it.
    func store(before local: DiskStore, on host: Host) -> RemoteStore {
        RemoteStore(local, before: cache { host.talk("warning: \($0)\n") }, policy: policy, signer: keys.signer)
    }

    /// Returns the workers of the remote cache; nil if they are not used. Calls to workers wait long, so they use a
    /// separate client.
    func workers(over store: RemoteStore, on host: Host) -> Workers? {
        guard let use else { return nil }
        var settings = settings
        settings.parallel = jobs + 8
        let workers = GRPCWorkers(GRPCServer(address, settings)) { host.talk("warning: \($0)\n") }
        return Workers(runner: RemoteRunner(store, workers), jobs: jobs, use: use)
    }

    /// Returns the remote cache, without the local store.
    ///
    /// - Parameter warn: receives one line for each kind of network trouble.
    func cache(warn: @escaping @Sendable (String) -> Void) -> any RemoteCache {
        address.scheme.isGRPC
            ? GRPCCache(GRPCServer(address, settings), warn: warn) : HTTPCache(address, settings, warn: warn)
    }

    private static func access(_ host: Host) throws -> RemotePolicy.Access {
        guard let word = host.value("XBUILD_REMOTE_ACCESS") else { return .readWrite }
        guard let access = RemotePolicy.Access(rawValue: word) else {
            throw CommandFailure(.usage, error: "XBUILD_REMOTE_ACCESS is neither `read-only` nor `read-write`")
        }
        return access
    }

    private static func settings(_ host: Host) throws -> HTTPSettings {
        var settings = HTTPSettings(userAgent: "xbuild/\(xbuildVersion)")
        settings.credentials = credentials(host)
        settings.headers = try headers(host)
        settings.authorities = try file("XBUILD_REMOTE_CA", host)
        settings.certificate = try file("XBUILD_REMOTE_CERT", host)
        settings.key = try file("XBUILD_REMOTE_KEY", host)
        if let text = host.value("XBUILD_REMOTE_TIMEOUT") {
            guard let seconds = ActionTimeout(argument: text + "s")?.seconds else {
                throw CommandFailure(.usage, error: "XBUILD_REMOTE_TIMEOUT is not a number of seconds")
            }
            (settings.patience, settings.connectSeconds) = (seconds, seconds)
        }
        return settings
    }

    private static func credentials(_ host: Host) -> HTTPSettings.Credentials {
        if let token = host.value("XBUILD_REMOTE_TOKEN") { return .bearer(token: token) }
        if let user = host.value("XBUILD_REMOTE_USER") {
            return .basic(user: user, password: host.environment["XBUILD_REMOTE_PASSWORD"] ?? "")
        }
        let netrc = host.value("NETRC") ?? host.value("HOME").map { $0 + "/.netrc" }
        guard let netrc, FileSystem.isReadable(host.absolute(netrc)) else { return .none }
        return .netrc(file: host.absolute(netrc))
    }

    private static func headers(_ host: Host) throws -> [String] {
        let lines = (host.value("XBUILD_REMOTE_HEADERS") ?? "").split(whereSeparator: \.isNewline).map(String.init)
        guard lines.allSatisfy({ $0.contains(":") && !$0.hasPrefix(":") }) else {
            // The line is not printed, because it may contain a key.
            throw CommandFailure(.usage, error: "XBUILD_REMOTE_HEADERS has a line that is not `NAME: VALUE`")
        }
        return lines
    }

    private static func file(_ variable: String, _ host: Host) throws -> String? {
        guard let path = host.value(variable) else { return nil }
        guard FileSystem.isReadable(host.absolute(path)) else {
            throw CommandFailure(.usage, error: "\(variable) names no file that can be read: `\(path)`")
        }
        return host.absolute(path)
    }
}

extension Host {
    /// Returns the value of an environment variable; nil if it is not set or empty.
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
}
