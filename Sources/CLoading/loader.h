// A library that is loaded when it is first needed, and stays; functions that pass their arguments on to its own.

#pragma once
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>

struct loaded_library {
    // What it may be called, the usual first; ends with NULL.
    const char *const *names;
    _Atomic(void *) handle;
};

// The address of one of its functions; NULL when there is no such library.
static inline void *loaded_symbol(struct loaded_library *library, const char *name) {
    void *handle = atomic_load(&library->handle);
    // Two threads may both come here: then both get the same library.
    for (const char *const *each = library->names; !handle && *each; each++) {
        handle = dlopen(*each, RTLD_LAZY | RTLD_LOCAL);
    }
    if (!handle) return NULL;
    atomic_store(&library->handle, handle);
    return dlsym(handle, name);
}

// A function with the type that its header declares, looked for once in each place that calls it.
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

// No library may take them for its own.
#define HIDDEN __attribute__((visibility("hidden")))

// A function that others are only called after, since they need what it returned: without the library it fails.
#define FORWARD_OR_FAIL(library, failure, result, name, parameters, arguments) \
    HIDDEN result name parameters { \
        __typeof__(&name) call = LOADED(library, name); \
        return call ? call arguments : failure; \
    }

#define FORWARD(library, result, name, parameters, arguments) \
    HIDDEN result name parameters { return LOADED(library, name) arguments; }

#define FORWARD_VOID(library, name, parameters, arguments) \
    HIDDEN void name parameters { LOADED(library, name) arguments; }
