/// Keeps a value in memory until the process ends: to destroy a plan of forty thousand builds would take a tenth of the
/// run time.
func leakAtExit(_ value: Any) { _ = Unmanaged.passRetained(value as AnyObject) }
