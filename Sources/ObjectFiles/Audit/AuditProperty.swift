/// A property of every object that an audit determines, and for which a user can require a value.
public enum AuditProperty: String, CaseIterable, Hashable, Sendable {
    case format
    case architecture
    case platform
    case minimumVersion = "minimum-version"
    case sdk
    case bitcode
    case positionIndependence = "pic"
    case debugInformation = "debug"
    case executableStack = "executable-stack"
    case abi
    case buildPaths = "build-paths"
    case otherSymbols = "other-symbols"

    /// Returns the value as one word; `-` if the object's format does not record it. For `abi`: the flags, with commas.
    public func value(of object: AuditedObject) -> String {
        switch self {
        case .format: object.summary.format.rawValue
        case .architecture: object.summary.architecture
        case .platform: object.summary.platform?.description ?? "-"
        case .minimumVersion: object.summary.minimumVersion?.description ?? "-"
        case .sdk: object.summary.sdkVersion?.description ?? "-"
        case .bitcode: object.summary.bitcode.rawValue
        case .positionIndependence: object.summary.positionIndependence.rawValue
        case .debugInformation:
            object.summary.hasCompressedDebugInformation
                ? "compressed" : object.summary.hasDebugInformation ? "yes" : "no"
        case .executableStack: object.summary.hasExecutableStack ? "yes" : "no"
        case .abi: object.summary.abiFlags.isEmpty ? "-" : object.summary.abiFlags.joined(separator: ",")
        case .buildPaths: String(object.buildPaths.count)
        case .otherSymbols: object.otherSymbols.map { String($0.count) } ?? "-"
        }
    }

    /// Returns whether the object's value is one of `values`. Versions are compared as numbers. For `abi`, the object
    /// must have one of the flags. An object from assembly with clang's marker satisfies every requirement of bitcode,
    /// since assembly cannot contain bitcode.
    public func accepts(_ values: [String], _ object: AuditedObject) -> Bool {
        switch self {
        case .minimumVersion: values.contains { version($0, is: object.summary.minimumVersion) }
        case .sdk: values.contains { version($0, is: object.summary.sdkVersion) }
        case .abi: values.contains(where: object.summary.abiFlags.contains)
        case .bitcode where object.summary.bitcode == .assembly:
            values.contains { [.assembly, .marker, .full].contains(BitcodeContent(rawValue: $0)) }
        case .format, .architecture, .platform, .bitcode, .positionIndependence, .debugInformation, .executableStack,
            .buildPaths, .otherSymbols:
            values.contains(value(of: object))
        }
    }

    private func version(_ text: String, is found: PackedVersion?) -> Bool {
        guard let found else { return text == "-" }
        return PackedVersion(text) == found
    }
}
