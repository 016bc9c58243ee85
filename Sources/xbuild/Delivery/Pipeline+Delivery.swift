import Actions
import Basics
import Engine
import Planning
import Store
import Targets

/// Delivers folders, and reports packages that could not be made.
extension Pipeline {
    struct Delivery {
        /// The folders that were delivered, absolute.
        var folders: [String] = []
        /// The first folder that could not be put in place.
        var failure: (any Error)?
    }

    /// A folder to deliver.
    private struct Product {
        var step: StepID
        var output: RelativePath
        var name: String
        /// The absolute path of the folder that will contain it.
        var path: String
        var kind: DistRecord.Kind
    }

    /// Returns the folders to deliver for a package: its files, and the packages that contain them.
    private func products(of package: Planner.Result.Package) -> [Product] {
        let deliversOnlyPackages = request.packaging.deliversOnlyPackages
        let dist = Product(
            step: package.dist, output: package.output, name: package.folder, path: output, kind: .library)
        let packages = package.packages.map {
            Product(
                step: $0, output: "packages", name: package.folder,
                path: deliversOnlyPackages ? output : output + "/packages", kind: .packages)
        }
        return (deliversOnlyPackages ? [] : [dist]) + (packages.map { [$0] } ?? [])
    }

    /// Delivers the folders of all packages whose audits passed; returns the steps whose results the store has lost, if
    /// any.
    func deliver(_ planned: Planner.Result, _ outcome: RunOutcome) async throws -> Build.Delivery<Delivery> {
        var delivery = Delivery()
        var lost: [StepID] = []
        if context.remote?.policy.download == .nothing { return .done(delivery) }
        for package in planned.packages where package.gates.allSatisfy({ outcome.results[$0]?.action != nil }) {
            for product in products(of: package) {
                guard case .directory(let tree, _) = outcome.results[product.step]?.action?.outputs[product.output]
                else { continue }
                if try await !deliver(product, tree, &delivery) { lost.append(product.step) }
            }
        }
        return lost.isEmpty || Task.isCancelled ? .done(delivery) : .lost(lost)
    }

    /// Delivers a folder; returns false if the store has lost parts of it.
    private func deliver(_ product: Product, _ tree: Digest, _ delivery: inout Delivery) async throws -> Bool {
        let place = "\(product.path)/\(product.name)"
        let waiting: @Sendable () -> Void = { [host = context.host] in
            host.talk("note: waiting for another run that delivers `\(place)`\n")
        }
        var folder = folder(of: product)
        folder.waiting = waiting
        do {
            guard try await folder.deliver(tree: tree) else { return false }
            delivery.folders.append(place)
        } catch {
            // The error is thrown only after the report of the run, even if the run was stopped.
            delivery.failure = delivery.failure ?? error
        }
        return true
    }

    private func folder(of product: Product) -> DistFolder {
        DistFolder(
            path: product.path, name: product.name, kind: product.kind, store: context.results,
            replacesChanged: replacesChanged)
    }

    /// Throws if a package folder cannot be delivered. It runs before anything is built, and the delivery checks the
    /// folders again.
    func checkConflicts(_ planned: Planner.Result) throws {
        if context.remote?.policy.download == .nothing { return }
        for product in planned.packages.flatMap(products) {
            try folder(of: product).checkConflicts(trustingTimes: true)
        }
    }

    // MARK: What is missing

    /// Returns the request without the targets that could not be built, if the user allows that; nil if nothing can be
    /// left out or nothing would be left.
    func partial(_ planned: Planner.Result, _ outcome: RunOutcome) -> BuildRequest? {
        guard request.packaging.allowsMissing, !outcome.wasCancelled else { return nil }
        let lost = Self.missing(planned, outcome)
        guard !lost.isEmpty else { return nil }
        context.failures.report(outcome, of: planned.plan)
        context.host.talk("note: left out, because they could not be built: \(Self.list(lost))\n")
        var rest = request
        rest.leftOut = lost
        return rest
    }

    /// Prints for each package that could not be made the reason why it is missing.
    func reportRefused(_ planned: Planner.Result, _ outcome: RunOutcome) {
        guard request.packaging.deliversOnlyPackages, !outcome.wasCancelled else { return }
        for package in planned.packages {
            guard let step = package.packages else {
                context.host.talk("error: none of the formats fits the targets of `\(package.folder)`\n")
                continue
            }
            let isWhole = (package.gates + [step]).allSatisfy { outcome.results[$0]?.action != nil }
            if isWhole { continue }
            let lost = Self.missing(planned, outcome)
            let words = lost.isEmpty ? "they are incomplete" : "they would lack \(Self.list(lost))"
            context.host.talk("error: no packages of `\(package.folder)`: \(words)\n")
            if !lost.isEmpty { context.host.talk("hint: `--allow-missing` leaves out what cannot be built\n") }
        }
    }

    /// Returns the targets of the failed steps.
    private static func missing(_ planned: Planner.Result, _ outcome: RunOutcome) -> Set<Target> {
        Set(outcome.failures.flatMap { planned.plan[$0.step].targets })
    }

    private static func list(_ targets: Set<Target>) -> String {
        targets.map { "`\($0)`" }.sorted().joined(separator: ", ")
    }
}
