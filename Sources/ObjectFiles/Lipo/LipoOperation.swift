/// An operation of `lipo`, by its flag.
enum LipoOperation: String, CaseIterable {
    case create = "-create"
    case info = "-info"
    case detailedInfo = "-detailed_info"
    case archs = "-archs"
    case verify = "-verify_arch"
    case thin = "-thin"
    /// `-extract_family` too: both may occur in one call.
    case extract = "-extract"
    case remove = "-remove"
    case replace = "-replace"

    /// Whether the operation writes a file.
    var writes: Bool {
        switch self {
        case .create, .thin, .extract, .remove, .replace: true
        case .info, .detailedInfo, .archs, .verify: false
        }
    }

    /// Whether the operation accepts any number of inputs.
    var takesMany: Bool {
        switch self {
        case .create, .info, .detailedInfo: true
        case .archs, .verify, .thin, .extract, .remove, .replace: false
        }
    }

    /// Whether the operation's output may have hidden slices.
    var canHide: Bool {
        switch self {
        case .create, .remove, .replace: true
        case .info, .detailedInfo, .archs, .verify, .thin, .extract: false
        }
    }
}
