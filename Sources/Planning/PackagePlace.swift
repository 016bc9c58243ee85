/// Where a package stands in its request: what a step keeps of it, to make its texts when somebody asks for them.
struct PackagePlace: Sendable {
    let packages: [PackageRequest]
    let index: Int

    var package: PackageRequest { packages[index] }
}
