import Basics
import Recipes

/// Puts packages in an order in which none comes before what it needs. Walks without recursion: a chain may be long.
struct DependencyOrder {
    let edges: [PackageName: [PackageName]]
    private var done: Set<PackageName> = []
    private var sorted: [PackageName] = []
    /// The way from a root to where the walk is; of each package the edge to follow next.
    private var path: [(name: PackageName, next: Int)] = []
    private var onPath: Set<PackageName> = []

    init(edges: [PackageName: [PackageName]]) { self.edges = edges }

    /// All that the roots reach. The first cycle on the way is thrown.
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
