// The settings of a remote are those of its HTTP client. They are exported, so that who makes a remote does not need
// the module that speaks HTTP.

@_exported public import struct Network.HTTPSettings
