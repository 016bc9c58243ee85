extension ActionResult.Output {
    /// The output as a node of another action's input root.
    public var node: Node {
        switch self {
        case .file(let digest, let isExecutable): .file(digest, isExecutable: isExecutable)
        case .symlink(let target): .symlink(target: target)
        case .directory(_, let root): .unloaded(root)
        }
    }
}
