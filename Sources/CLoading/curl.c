// The functions of libcurl that xbuild calls.

#ifdef __linux__

// Without this, the header turns the functions with a variable number of arguments into macros.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stdarg.h>

#include "loader.h"

// Debian builds libcurl with OpenSSL, and with GnuTLS under a second name.
static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", NULL};
static struct loaded_library curl = {names, NULL};

// The range of an option's number determines the type of its value.
#define FORWARD_OPTION(result, name, handle_type, option_type) \
    HIDDEN result name(handle_type *handle, option_type option, ...) { \
        __typeof__(&name) call = LOADED(curl, name); \
        result code; \
        va_list values; \
        va_start(values, option); \
        if (option < CURLOPTTYPE_OBJECTPOINT) { \
            code = call(handle, option, va_arg(values, long)); \
        } else if (option >= CURLOPTTYPE_OFF_T && option < CURLOPTTYPE_OFF_T + 10000) { \
            code = call(handle, option, va_arg(values, curl_off_t)); \
        } else { \
            code = call(handle, option, va_arg(values, void *)); \
        } \
        va_end(values); \
        return code; \
    }

FORWARD_OR_FAIL(curl, CURLE_FAILED_INIT, CURLcode, curl_global_init, (long flags), (flags))
FORWARD_OR_FAIL(curl, NULL, CURL *, curl_easy_init, (void), ())
FORWARD_OR_FAIL(curl, NULL, curl_version_info_data *, curl_version_info, (CURLversion age), (age))
FORWARD_VOID(curl, curl_easy_cleanup, (CURL *handle), (handle))
FORWARD_VOID(curl, curl_easy_reset, (CURL *handle), (handle))
FORWARD(curl, const char *, curl_easy_strerror, (CURLcode code), (code))
FORWARD(curl, struct curl_slist *, curl_slist_append, (struct curl_slist *list, const char *text), (list, text))

#undef curl_easy_setopt
FORWARD_OPTION(CURLcode, curl_easy_setopt, CURL, CURLoption)

// Also called for empty lists, before the library is loaded.
HIDDEN void curl_slist_free_all(struct curl_slist *list) {
    if (list) LOADED(curl, curl_slist_free_all)(list);
}

// The third argument is always a pointer, through which libcurl writes the result.
#undef curl_easy_getinfo
HIDDEN CURLcode curl_easy_getinfo(CURL *handle, CURLINFO info, ...) {
    va_list values;
    va_start(values, info);
    CURLcode code = LOADED(curl, curl_easy_getinfo)(handle, info, va_arg(values, void *));
    va_end(values);
    return code;
}

// The interface for several concurrent transfers.
FORWARD_OR_FAIL(curl, NULL, CURLM *, curl_multi_init, (void), ())
FORWARD(curl, CURLMcode, curl_multi_cleanup, (CURLM *multi), (multi))
FORWARD(curl, CURLMcode, curl_multi_add_handle, (CURLM *multi, CURL *handle), (multi, handle))
FORWARD(curl, CURLMcode, curl_multi_remove_handle, (CURLM *multi, CURL *handle), (multi, handle))
FORWARD(curl, CURLMcode, curl_multi_perform, (CURLM *multi, int *running), (multi, running))
FORWARD(
    curl, CURLMcode, curl_multi_poll,
    (CURLM *multi, struct curl_waitfd files[], unsigned int count, int timeout, int *ready),
    (multi, files, count, timeout, ready))
FORWARD(curl, CURLMcode, curl_multi_wakeup, (CURLM *multi), (multi))
FORWARD(curl, CURLMsg *, curl_multi_info_read, (CURLM *multi, int *waiting), (multi, waiting))

#undef curl_multi_setopt
FORWARD_OPTION(CURLMcode, curl_multi_setopt, CURLM, CURLMoption)

#endif
