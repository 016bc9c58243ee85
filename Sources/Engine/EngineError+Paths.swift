import Store
import SystemPackage

extension EngineError {
    /// Paths that no file system can hold, or that run into a file: what a step's own names bring about, however well
    /// the machine is.
    private static let unfit: Set<Errno> = [
        .fileNameTooLong, .notDirectory, .fileExists, .tooManySymbolicLinkLevels,
    ]

    /// Why a step's inputs and outputs cannot stand below `folder`, its own: the step then fails, and others go on. Nil
    /// for faults of the machine or of xbuild.
    func unfitPath(below folder: FilePath) -> String? {
        switch self {
        case .file(_, let path, let errno):
            path.starts(with: folder) && Self.unfit.contains(errno) ? "\(self)" : nil
        case .store(.system(_, let path, let code)):
            FilePath(path).starts(with: folder) && Self.unfit.contains(Errno(rawValue: code)) ? "\(self)" : nil
        case .store(.linkInTheWay(let path)): FilePath(path).starts(with: folder) ? "\(self)" : nil
        case .planOutOfOrder, .noSuchOutput, .inputsClash, .unknownBuiltin, .builtin, .localFileChanged, .storeLoses,
            .store, .process, .noSandbox:
            nil
        }
    }
}
