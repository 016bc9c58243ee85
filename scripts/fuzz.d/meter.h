// Watches one execution at a time: how much heap it holds at most, and whether it comes to an end.
#include <stddef.h>

// Called once, before the first execution.
void meter_prepare(void);

// Between these two every allocation counts; the second returns the greatest number of bytes that were held at once.
void meter_begin(void);
size_t meter_end(void);

// A file in memory, which /proc/self/fd names; -1 when there can be none.
int memory_file(void);

// Between these two the process may take a quarter of a second of the processor's time, and aborts after half of one.
void watch_begin(void);
void watch_end(void);
