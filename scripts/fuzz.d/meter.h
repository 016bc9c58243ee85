// Limits one execution at a time: its heap memory and its CPU time.
#include <stddef.h>

struct heap_use {
    size_t largest;  // bytes of the largest allocation
    size_t held;     // the greatest number of bytes that were held at once
};

// Called once, before the first execution.
void meter_prepare(void);

// These two count every allocation between them; `meter_end` returns the result.
void meter_begin(void);
struct heap_use meter_end(void);

// Between these two the process may use a quarter of a second of CPU time; it aborts after half a second.
void watch_begin(void);
void watch_end(void);

// A file in memory, which /proc/self/fd names; -1 if it cannot be created.
int memory_file(void);
