import Basics
import Recipes

/// Sorts packages so that dependencies come before dependents. The search is iterative, because long chains would
/// overflow the stack of a recursion.
struct DependencyOrder {
    let edges: [PackageName: [PackageName]]
    private var done: Set<PackageName> = []
    private var sorted: [PackageName] = []
    /// The path from a root to the current package. `next` is the index of the package's next edge to follow.
    private var path: [(name: PackageName, next: Int)] = []
    private var onPath: Set<PackageName> = []

    init(edges: [PackageName: [PackageName]]) { self.edges = edges }

    /// Returns all packages that are reachable from the roots, dependencies first. Throws the first cycle that it
    /// finds.
    mutating func sorted(from roots: [PackageName]) throws(ResolutionError) -> [PackageName] {
        for root in roots {
            try enter(root)
            while let last = path.last { try step(last) }
        }
        return sorted
    }

    private mutating func enter(_ name: PackageName) throws(ResolutionError) {
        if let start = onPath.contains(name) ? path.firstIndex(where: { $0.name == name }) : nil {
            throw .cycle(path[start...].map(\.name))
        }
        guard !done.contains(name) else { return }
        path.append((name, 0))
        onPath.insert(name)
    }

    private mutating func step(_ last: (name: PackageName, next: Int)) throws(ResolutionError) {
        let needed = edges[last.name] ?? []
        if last.next < needed.count {
            path[path.count - 1].next += 1
            try enter(needed[last.next])
        } else {
            path.removeLast()
            onPath.remove(last.name)
            done.insert(last.name)
            sorted.append(last.name)
        }
    }
}
