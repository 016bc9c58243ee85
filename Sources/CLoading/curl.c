// What xbuild calls of libcurl.

#ifdef __linux__

// Else the header makes macros of the functions with a variable number of arguments.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stdarg.h>

#include "loader.h"

// Debian has it with OpenSSL, and with GnuTLS under a name of its own.
static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", NULL};
static struct loaded_library curl = {names, NULL};

CURLcode curl_global_init(long flags) {
    __typeof__(&curl_global_init) call = LOADED(curl, curl_global_init);
    return call ? call(flags) : CURLE_FAILED_INIT;
}

CURL *curl_easy_init(void) {
    __typeof__(&curl_easy_init) call = LOADED(curl, curl_easy_init);
    return call ? call() : NULL;
}

curl_version_info_data *curl_version_info(CURLversion age) {
    __typeof__(&curl_version_info) call = LOADED(curl, curl_version_info);
    return call ? call(age) : NULL;
}

void curl_easy_cleanup(CURL *handle) { LOADED(curl, curl_easy_cleanup)(handle); }

void curl_easy_reset(CURL *handle) { LOADED(curl, curl_easy_reset)(handle); }

CURLcode curl_easy_perform(CURL *handle) { return LOADED(curl, curl_easy_perform)(handle); }

const char *curl_easy_strerror(CURLcode code) { return LOADED(curl, curl_easy_strerror)(code); }

struct curl_slist *curl_slist_append(struct curl_slist *list, const char *text) {
    return LOADED(curl, curl_slist_append)(list, text);
}

void curl_slist_free_all(struct curl_slist *list) {
    if (list) LOADED(curl, curl_slist_free_all)(list);
}

// An option's number says what kind of value it takes.
#undef curl_easy_setopt
CURLcode curl_easy_setopt(CURL *handle, CURLoption option, ...) {
    __typeof__(&curl_easy_setopt) call = LOADED(curl, curl_easy_setopt);
    CURLcode code;
    va_list values;
    va_start(values, option);
    if (option < CURLOPTTYPE_OBJECTPOINT) {
        code = call(handle, option, va_arg(values, long));
    } else if (option >= CURLOPTTYPE_OFF_T && option < CURLOPTTYPE_OFF_T + 10000) {
        code = call(handle, option, va_arg(values, curl_off_t));
    } else {
        code = call(handle, option, va_arg(values, void *));
    }
    va_end(values);
    return code;
}

// Every answer goes to where a pointer leads.
#undef curl_easy_getinfo
CURLcode curl_easy_getinfo(CURL *handle, CURLINFO info, ...) {
    va_list values;
    va_start(values, info);
    CURLcode code = LOADED(curl, curl_easy_getinfo)(handle, info, va_arg(values, void *));
    va_end(values);
    return code;
}

// Many transfers at a time.

CURLM *curl_multi_init(void) {
    __typeof__(&curl_multi_init) call = LOADED(curl, curl_multi_init);
    return call ? call() : NULL;
}

CURLMcode curl_multi_cleanup(CURLM *multi) { return LOADED(curl, curl_multi_cleanup)(multi); }

CURLMcode curl_multi_add_handle(CURLM *multi, CURL *handle) { return LOADED(curl, curl_multi_add_handle)(multi, handle); }

CURLMcode curl_multi_remove_handle(CURLM *multi, CURL *handle) {
    return LOADED(curl, curl_multi_remove_handle)(multi, handle);
}

CURLMcode curl_multi_perform(CURLM *multi, int *running) { return LOADED(curl, curl_multi_perform)(multi, running); }

CURLMcode curl_multi_poll(CURLM *multi, struct curl_waitfd files[], unsigned int count, int timeout, int *ready) {
    return LOADED(curl, curl_multi_poll)(multi, files, count, timeout, ready);
}

CURLMcode curl_multi_wakeup(CURLM *multi) { return LOADED(curl, curl_multi_wakeup)(multi); }

CURLMsg *curl_multi_info_read(CURLM *multi, int *waiting) { return LOADED(curl, curl_multi_info_read)(multi, waiting); }

#undef curl_multi_setopt
CURLMcode curl_multi_setopt(CURLM *multi, CURLMoption option, ...) {
    __typeof__(&curl_multi_setopt) call = LOADED(curl, curl_multi_setopt);
    CURLMcode code;
    va_list values;
    va_start(values, option);
    if (option < CURLOPTTYPE_OBJECTPOINT) {
        code = call(multi, option, va_arg(values, long));
    } else if (option >= CURLOPTTYPE_OFF_T) {
        code = call(multi, option, va_arg(values, curl_off_t));
    } else {
        code = call(multi, option, va_arg(values, void *));
    }
    va_end(values);
    return code;
}

#endif
