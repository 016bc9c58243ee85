// The settings of a remote cache are those of its HTTP client. They are exported, so that modules that make a remote
// cache need not import Network.

@_exported public import struct Network.HTTPSettings
