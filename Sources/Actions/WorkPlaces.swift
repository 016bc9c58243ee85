/// Folders of builds whose names several modules must agree on: where actions run, and what must not be found in what
/// they leave.
public enum WorkPlaces {
    /// Where an action in a sandbox sees its input root, absolute.
    public static let sandbox = "/xbuild"
    /// The folder of a store below which actions run without a sandbox.
    public static let folder = "xbuild-work"
}
