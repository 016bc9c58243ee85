extension GraphPicture {
    /// Draws packages with their versions, and an arrow from each package to each of its dependencies. The boxes of
    /// requested packages are emphasized.
    ///
    /// - Parameter graphs: the graphs to draw in one picture; packages with the same name and version share a box.
    public init(_ graphs: [PackageGraph]) {
        self.init()
        let packages = graphs.flatMap(\.packages).sorted { ($0.name, $0.version) < ($1.name, $1.version) }
        let requested = Set(packages.filter(\.isRequested).map(\.title))
        var places: [String: Int] = [:]
        for package in packages where places[package.title] == nil {
            places[package.title] = add(package.title, isStrong: requested.contains(package.title))
        }
        var seen: Set<Arrow> = []
        for graph in graphs {
            for package in graph.packages.sorted(by: { $0.name < $1.name }) {
                for needed in package.dependencies.compactMap({ graph[$0] }) {
                    guard let from = places[package.title], let to = places[needed.title],
                        seen.insert(Arrow(from: from, to: to)).inserted
                    else { continue }
                    add(from: from, to: to)
                }
            }
        }
    }
}

extension PackageGraph.Package {
    /// The name and version: `zlib 1.3.1`.
    public var title: String { "\(name) \(version)" }
}
