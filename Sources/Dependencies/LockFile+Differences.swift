import Basics
import Recipes

extension LockFile {
    /// Returns the differences between the packages of `other` and the packages pinned in this file, one per line;
    /// empty when there are none. Packages that only this file contains are ignored: a lock file may contain more
    /// packages than one build needs.
    public func differences(from other: LockFile) -> [String] {
        other.packages.sorted { $0.key < $1.key }.flatMap { name, package in
            packages[name].map { $0.differences(from: package).map { "`\(name)`: \($0)" } } ?? [
                "`\(name)` is not locked"
            ]
        }
    }
}

extension LockFile.Package {
    fileprivate func differences(from other: Self) -> [String] {
        var lines: [String] = []
        if version != other.version { lines.append("version `\(other.version)`, but `\(version)` is locked") }
        for name in Set(options.keys).union(other.options.keys).sorted() where options[name] != other.options[name] {
            lines.append(
                "option `\(name)` is \(Self.word(other.options[name])), but \(Self.word(options[name])) in the lock file"
            )
        }
        if dependencies != other.dependencies { lines.append("its dependencies differ from those in the lock file") }
        if sources != other.sources { lines.append("its sources differ from those in the lock file") }
        if recipe != other.recipe { lines.append("its recipe has changed") }
        for path in Set(files.keys).union(other.files.keys).sorted() where files[path] != other.files[path] {
            lines.append("its file `\(path)` has changed")
        }
        return lines
    }

    private static func word(_ isOn: Bool?) -> String {
        switch isOn {
        case true?: "on"
        case false?: "off"
        case nil: "missing"
        }
    }
}
