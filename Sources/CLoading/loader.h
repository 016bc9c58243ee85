// Loads a library at its first use and keeps it loaded; defines functions that forward to the functions of the library.

#pragma once
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>

struct loaded_library {
    // The names under which the library may be installed, the usual one first; ends with NULL.
    const char *const *names;
    _Atomic(void *) handle;
};

// Returns the address of one of the library's functions; NULL when the library is not installed.
static inline void *loaded_symbol(struct loaded_library *library, const char *name) {
    void *handle = atomic_load(&library->handle);
    // If two threads load the library at the same time, both get the same handle.
    for (const char *const *each = library->names; !handle && *each; each++) {
        handle = dlopen(*each, RTLD_LAZY | RTLD_LOCAL);
    }
    if (!handle) return NULL;
    atomic_store(&library->handle, handle);
    return dlsym(handle, name);
}

// The address of a function, with the type from the library's header. Each place in the code looks up the address once.
#define LOADED(library, name) \
    ({ \
        static _Atomic(__typeof__(&name)) known; \
        __typeof__(&name) found = atomic_load_explicit(&known, memory_order_acquire); \
        if (!found) { \
            found = (__typeof__(&name))loaded_symbol(&library, #name); \
            atomic_store_explicit(&known, found, memory_order_release); \
        } \
        found; \
    })

// Other libraries in the process must not bind to these functions.
#define HIDDEN __attribute__((visibility("hidden")))

// Defines a function whose result the other functions need, so that it is called first: without the library it fails.
#define FORWARD_OR_FAIL(library, failure, result, name, parameters, arguments) \
    HIDDEN result name parameters { \
        __typeof__(&name) call = LOADED(library, name); \
        return call ? call arguments : failure; \
    }

#define FORWARD(library, result, name, parameters, arguments) \
    HIDDEN result name parameters { return LOADED(library, name) arguments; }

#define FORWARD_VOID(library, name, parameters, arguments) \
    HIDDEN void name parameters { LOADED(library, name) arguments; }
