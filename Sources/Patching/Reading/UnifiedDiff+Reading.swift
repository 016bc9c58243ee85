extension UnifiedDiff {
    /// Reads a patch's bytes.
    ///
    /// - Parameters:
    ///   - name: the patch's name in errors.
    ///   - strip: the number of leading folders to drop from its paths.
    init(
        _ bytes: [UInt8], name: String, strip: Int = 1, limits: PatchLimits = PatchLimits()
    ) throws(PatchError) {
        guard bytes.count <= limits.patchBytes else {
            throw PatchError(patch: name, line: nil, reason: .tooLarge(limit: limits.patchBytes))
        }
        var reader = DiffReader(text: PatchText(bytes, name: name), paths: PatchPaths(strip: strip))
        files = try reader.files()
        guard !files.isEmpty else { throw PatchError(patch: name, line: nil, reason: .noDiff) }
    }
}
