import Actions
import Basics
import Machine
import SystemPackage

extension UndeclaredTools {
    /// Returns the mounts in the place of each program that the sandbox shows: the refusing file, or a file that no
    /// search of `PATH` finds, because it is not executable.
    func mounts(in folder: WorkFolder, of sandbox: Sandbox) -> [Sandbox.Mount] {
        programs.filter { !$0.isAlias && !sandbox.hides($0.realPath) }
            .map { Sandbox.Mount(file: $0.printsFlags ? "/dev/null" : folder.refusal, path: $0.realPath) }.uniqued()
            + [Sandbox.Mount(file: folder.refused, path: Sandbox.refused, isWritable: true)]
    }

    /// Returns the `PATH` of a step without a sandbox, whose working directory is `root`.
    func path(before path: String?, root: FilePath) -> String {
        ([root.appending(tools.folder.string).string] + (path.map { [$0] } ?? [])).joined(separator: ":")
    }

    /// Fills the first folder of the step's `PATH`, for a step without a sandbox: with links to the step's tools, and
    /// with refusing files under the names of the other programs. Programs that are called by their paths still run.
    fileprivate func place(in folder: WorkFolder) throws(EngineError) {
        for path in tools.paths {
            try placeFile(named: FilePath(path), in: folder) { (link) throws(FileError) in
                try FileSystem.makeLink(link.string, target: path)
            }
        }
        for program in programs {
            try placeFile(named: program.path, in: folder) { (link) throws(FileError) in
                try FileSystem.makeLink(link.string, target: folder.refusal.string)
            }
        }
    }

    /// Writes refusing files into the first folder of the step's `PATH`, for a step in the sandbox: under the names of
    /// links to programs that must work under other names.
    fileprivate func placeAliases(in folder: WorkFolder, refusal: String) throws(EngineError) {
        for program in programs where program.isAlias {
            try placeFile(named: program.path, in: folder) { (file) throws(FileError) in
                try file.write(refusal)
                try FileSystem.setPermissions(file.string, 0o755)
            }
        }
    }

    /// Calls `make` with the path in the first folder of `PATH` that has the last name of `program`, unless a file is
    /// there.
    private func placeFile(
        named program: FilePath, in folder: WorkFolder, _ make: (FilePath) throws(FileError) -> Void
    ) throws(EngineError) {
        guard let name = program.lastComponent else { return }
        let tools = folder.root.appending(tools.folder.string)
        guard (try? FileStatus.of(tools.appending(name).string)) == nil else { return }
        try onDisk(tools.makeFolders())
        try onDisk(make(tools.appending(name)))
    }
}

extension StepTask {
    /// Writes the files that refuse tools of the machine; returns nil for a step that may run all of them.
    func undeclaredTools(in folder: WorkFolder, isSandboxed: Bool) throws(EngineError) -> UndeclaredTools? {
        guard let tools = step.tools, !step.readsMachine else { return nil }
        let undeclared = UndeclaredTools(path: action.command.environment["PATH"] ?? "", besides: tools)
        let record = isSandboxed ? Sandbox.refused : folder.refused
        try onDisk(folder.refused.write(""))
        let refusal = UndeclaredTools.refusal(record: record)
        try onDisk(folder.refusal.write(refusal))
        try onDisk(FileSystem.setPermissions(folder.refusal.string, 0o755))
        if isSandboxed {
            try undeclared.placeAliases(in: folder, refusal: refusal)
        } else {
            try undeclared.place(in: folder)
        }
        return undeclared
    }
}
