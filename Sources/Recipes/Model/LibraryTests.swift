/// How a library's own tests are built and run, where its code can run.
public struct LibraryTests: Hashable, Sendable {
    /// Arguments of `configure` after all others.
    public let configure: [String]
    /// Arguments of the `make` that runs them.
    public let make: [String]

    public init(configure: [String], make: [String]) {
        self.configure = configure
        self.make = make
    }
}
