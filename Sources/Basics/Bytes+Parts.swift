extension ArraySlice<UInt8> {
    /// Returns the parts between the separators, empty parts included. Faster than `split` in modules that development
    /// builds do not optimise.
    public func parts(separatedBy separator: UInt8) -> [ArraySlice<UInt8>] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}
