import ArgumentParser
import Basics
import Engine
import Packages
import Targets

/// `xbuild package`: builds recipes and packages them for SwiftPM, Xcode and other build systems.
struct PackageCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "package", abstract: "Build recipes and package them for SwiftPM, Xcode and others.",
        discussion: ExitStatus.help)

    @OptionGroup var arguments: BuildArguments

    @OptionGroup var remote: RemoteArguments

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Formats, separated by commas: \(Self.formatWords) (default: the recipe's, else all but prefix).",
            valueName: "formats"))
    var format: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("The folder for the packages.", valueName: "folder"))
    var output = "packages"

    @Option(help: "The form of a library in an XCFramework: library or framework.")
    var style = LibraryStyle.library

    @Option(
        help: ArgumentHelp(
            """
            The address where the zips will be: SwiftPM packages then refer to it instead of containing the artifacts. \
            {name} and {version} stand for the name and version of each package.
            """,
            valueName: "url"))
    var baseURL: String?

    @Option(
        help: ArgumentHelp(
            """
            The address of each SwiftPM package's git repository, for packages that depend on it (with --base-url; \
            default: a package contains its dependencies).
            """, valueName: "url"))
    var packageURL: String?

    @Option(help: ArgumentHelp("Sign XCFrameworks with codesign; on macOS only.", valueName: "identity"))
    var sign: String?

    @Flag(help: "Leave out targets that cannot be built; manifest.json names them.")
    var allowMissing = false

    @OptionGroup var running: RunArguments

    private static let formatWords = PackageFormat.allCases.map(\.rawValue).joined(separator: ", ")

    func validate() throws {
        guard !output.isEmpty else { throw ValidationError("`--output` names no folder") }
        try validateAddresses()
        _ = try formats
    }

    private func validateAddresses() throws {
        guard baseURL.map({ $0.hasPrefix("https://") }) ?? true else {
            throw ValidationError("`--base-url` takes an address that begins with `https://`, as SwiftPM does")
        }
        for (option, address) in [("--base-url", baseURL), ("--package-url", packageURL)] {
            let isPlain = address?.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 && $0.value < 0x7F }
            guard isPlain ?? true else { throw ValidationError("`\(option)` takes an address without spaces") }
        }
        guard let packageURL else { return }
        guard baseURL != nil else { throw ValidationError("`--package-url` requires `--base-url`") }
        guard packageURL.contains("{name}") else {
            throw ValidationError("`--package-url` must contain `{name}`, which stands for each package's name")
        }
    }

    private var formats: [PackageFormat]? {
        get throws {
            let words = format.flatMap(BuildArguments.words)
            guard !words.isEmpty else { return nil }
            return try words.map { word in
                guard let format = PackageFormat(rawValue: word) else {
                    throw ValidationError("`\(word)` is not a format; the formats are \(Self.formatWords)")
                }
                return format
            }
        }
    }

    func run(on host: Host) async throws -> ExitStatus {
        if sign != nil, host.target.platform != .macOS {
            throw CommandFailure(
                .usage, error: "codesign exists only on macOS: nothing can be signed here",
                hint: "sign the XCFramework on a Mac: codesign --timestamp --sign IDENTITY NAME.xcframework")
        }
        let context = try BuildContext(host: host, store: arguments.store, remote: remote.request)
        try remote.check(running.sandbox)
        try host.checkFolder(output, for: "packages", option: "--output")
        var request = arguments.request
        request.packaging = PackagingOptions(
            formats: try formats, style: style,
            addresses: baseURL.map { PackageAddresses(artifacts: $0.trimmingSuffix("/"), packages: packageURL) },
            signer: sign, allowsMissing: allowMissing, deliversOnlyPackages: true)
        var options = running.options(on: host)
        // All targets that cannot be built must be known before they can be left out.
        if allowMissing { options.keepGoing = true }
        let pipeline = Pipeline(
            context: context, request: request, options: options, output: host.absolute(output),
            recorder: try running.recorder(host), replacesChanged: running.force)
        return try await pipeline.run()
    }
}

extension LibraryStyle: KeywordArgument {}
