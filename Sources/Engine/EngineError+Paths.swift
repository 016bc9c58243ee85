import Machine
import Store
import SystemPackage

extension EngineError {
    /// Errors of paths that no file system supports, or that have a file as a parent: the names of a step's files cause
    /// them on every machine.
    private static let unfit: Set<Errno> = [
        .fileNameTooLong, .notDirectory, .fileExists, .tooManySymbolicLinkLevels,
    ]

    /// Why the inputs and outputs of a step are impossible below `folder`, its work folder: the step then fails, and
    /// others continue. Nil for faults of the machine or of xbuild.
    func unfitPath(below folder: FilePath) -> String? {
        switch self {
        case .file(let error), .store(.file(let error)):
            FilePath(error.path).starts(with: folder) && error.errno.map(Self.unfit.contains) == true ? "\(self)" : nil
        case .store(.linkInTheWay(let path)): FilePath(path).starts(with: folder) ? "\(self)" : nil
        case .planOutOfOrder, .noSuchOutput, .inputsClash, .unknownBuiltin, .builtin, .localFileChanged, .storeLoses,
            .store, .process, .noSandbox:
            nil
        }
    }
}
