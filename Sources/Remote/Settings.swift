// The settings of a remote are those of its HTTP client. They are exported, so that a module that makes a remote does
// not import Network.

@_exported public import struct Network.HTTPSettings
