/* Included before each file of a build for macOS. There curl calls SCDynamicStoreCopyProxies before it resolves an IPv4
   address, only for what that does on the side: getaddrinfo then makes IPv6 addresses of it in networks that have no
   IPv4. The call needs SystemConfiguration, which every user would have to link. On iOS curl goes without; here it is
   told that this is iOS, of which it asks for nothing else. */
#ifndef NO_FRAMEWORKS_H
#define NO_FRAMEWORKS_H
#include <TargetConditionals.h>
#undef TARGET_OS_IPHONE
#define TARGET_OS_IPHONE 1
#endif
