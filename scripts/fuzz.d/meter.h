// Watches one execution at a time: how much heap it takes, and whether it comes to an end.
#include <stddef.h>

struct heap_use {
    size_t largest;  // bytes of the largest allocation
    size_t held;     // the greatest number of bytes that were held at once
};

// Called once, before the first execution.
void meter_prepare(void);

// Between these two every allocation counts.
void meter_begin(void);
struct heap_use meter_end(void);

// Between these two the process may take a quarter of a second of the processor's time, and aborts after half of one.
void watch_begin(void);
void watch_end(void);

// A file in memory, which /proc/self/fd names; -1 when there can be none.
int memory_file(void);
