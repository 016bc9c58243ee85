/// Functions of `<stdio.h>`, `<stdlib.h>`, `<string.h>` and `<ctype.h>` that every hosted implementation of C has.
///
/// Source: ISO/IEC 9899:1999, 7.4, 7.19, 7.20 and 7.21. The list leaves out functions that compilers expand, and those
/// that WebAssembly's system interface lacks.
enum StandardFunctions {
    static let names: Set<String> = [
        "atof", "atoi", "atol", "bsearch", "calloc", "exit", "fclose", "feof", "ferror", "fflush", "fgets", "fopen",
        "fprintf", "fputs", "fread", "free", "fscanf", "fseek", "ftell", "fwrite", "getenv", "isalnum", "isalpha",
        "isdigit", "isspace", "malloc", "memchr", "memcmp", "memcpy", "memmove", "memset", "perror", "printf", "qsort",
        "realloc", "setvbuf", "snprintf", "sprintf", "sscanf", "strcat", "strchr", "strcmp", "strcpy", "strcspn",
        "strerror", "strlen", "strncat", "strncmp", "strncpy", "strpbrk", "strrchr", "strspn", "strstr", "strtod",
        "strtok", "strtol", "strtoul", "tolower", "toupper", "vfprintf", "vprintf", "vsnprintf", "vsprintf",
    ]
}
