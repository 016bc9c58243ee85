#define _GNU_SOURCE
#include "meter.h"

#include <sanitizer/allocator_interface.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

static long held;
static struct heap_use use;
static int is_metering;

static volatile sig_atomic_t is_watching;
static volatile unsigned long execution, execution_at_tick;

static void allocated(const volatile void *block, size_t size) {
    (void)block;
    if (!is_metering) return;
    held += (long)size;
    if (held > 0 && (size_t)held > use.held) use.held = (size_t)held;
    if (size > use.largest) use.largest = size;
}

static void freed(const volatile void *block) {
    if (is_metering && block) held -= (long)__sanitizer_get_allocated_size(block);
}

// CPU time, unlike elapsed time, does not advance while the process is stopped or waits.
static void tick(int signal) {
    (void)signal;
    if (is_watching && execution == execution_at_tick) {
        static const char text[] = "error: an execution takes more than a quarter of a second\n";
        if (write(2, text, sizeof text - 1) < 0) _exit(1);
        abort();
    }
    execution_at_tick = execution;
}

void meter_prepare(void) {
    __sanitizer_install_malloc_and_free_hooks(allocated, freed);
    struct sigaction action = {.sa_handler = tick, .sa_flags = SA_RESTART};
    sigaction(SIGPROF, &action, NULL);
    struct itimerval quarter = {{0, 250000}, {0, 250000}};
    setitimer(ITIMER_PROF, &quarter, NULL);
}

void meter_begin(void) {
    held = 0;
    use = (struct heap_use){0};
    is_metering = 1;
}

struct heap_use meter_end(void) {
    is_metering = 0;
    return use;
}

int memory_file(void) { return memfd_create("input", MFD_CLOEXEC); }

void watch_begin(void) {
    execution++;
    is_watching = 1;
}

void watch_end(void) { is_watching = 0; }
