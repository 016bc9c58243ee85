/// Folders of builds whose names several modules must agree on: where actions run, and what must not be found in what
/// they leave.
public enum WorkPlaces {
    /// Where an action in a sandbox sees its inputs, absolute.
    public static let sandbox = "/" + name
    /// The folder of a message's input root that holds the inputs, and in which the command runs: workers that make the
    /// input root their `/` have the inputs where this machine's sandbox has them, and no others have them in a root.
    public static let name = "xbuild"
    /// The folder of a store below which actions run without a sandbox.
    public static let folder = "xbuild-work"
}
