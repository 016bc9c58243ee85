import Machine
import Store
import SystemPackage

extension EngineError {
    /// Errors that the names of a step's files cause on every machine: for example, a name is too long, or a file is in
    /// the place of a parent folder.
    private static let unfit: Set<Errno> = [
        .fileNameTooLong, .notDirectory, .fileExists, .tooManySymbolicLinkLevels,
    ]

    /// Returns why the inputs or outputs of a step cannot be written below `folder`, its work folder: the step then
    /// fails, and other steps continue. Nil for faults of the machine or of xbuild.
    func unfitPath(below folder: FilePath) -> String? {
        switch self {
        case .file(let error), .store(.file(let error)):
            FilePath(error.path).starts(with: folder) && error.errno.map(Self.unfit.contains) == true ? "\(self)" : nil
        case .store(.linkInTheWay(let path)): FilePath(path).starts(with: folder) ? "\(self)" : nil
        case .planOutOfOrder, .noSuchOutput, .inputsClash, .unknownBuiltin, .builtin, .localFileChanged, .storeLoses,
            .store, .process, .noSandbox, .unfitWorkRoot:
            nil
        }
    }
}
