/// Names of build folders that several modules share: the working directories of actions, which must not occur in their
/// outputs.
public enum WorkPlaces {
    /// The absolute path of an action's inputs in a sandbox.
    public static let sandbox = "/" + name
    /// The folder of an input root that holds the inputs and is the command's working directory. Workers that mount the
    /// input root at `/` then have the inputs at the same path as this machine's sandbox; other workers have them at a
    /// different path.
    public static let name = "xbuild"
    /// The folder of a store that holds the work folders of actions without a sandbox.
    public static let folder = "xbuild-work"
}
