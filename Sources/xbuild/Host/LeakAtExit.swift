/// Keeps a value in memory until the process ends: to destroy a plan of forty thousand builds would take a tenth of the
/// run time.
func leakAtExit<Value>(_ value: Value) { UnsafeMutablePointer<Value>.allocate(capacity: 1).initialize(to: value) }
