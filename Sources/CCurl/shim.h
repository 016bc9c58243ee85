// libcurl's option calls are variadic, which Swift cannot call: one typed wrapper for each kind of value.

#pragma once
#include <curl/curl.h>

static inline CURLcode xb_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

// In libcurl since 7.87.
static inline void xb_curl_quick_exit(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)handle;
#endif
}

static inline CURLcode xb_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode xb_curl_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode xb_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode xb_curl_set_buffer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

// For both CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
static inline CURLcode xb_curl_set_receiver(
    CURL *handle, CURLoption option, size_t (*receiver)(char *, size_t, size_t, void *)) {
    return curl_easy_setopt(handle, option, receiver);
}

static inline CURLcode xb_curl_get_size(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode xb_curl_get_string(CURL *handle, CURLINFO info, const char **value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLMcode xb_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

// The result of a finished transfer stands in a union, which Swift cannot name.
static inline CURLcode xb_curl_message_result(const CURLMsg *message) { return message->data.result; }

static inline CURLcode xb_curl_set_seek(CURL *handle, int (*seek)(void *, curl_off_t, int)) {
    return curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, seek);
}

// Macros with casts, which Swift does not see.
static const long xb_curl_auth_basic = (long)CURLAUTH_BASIC;
static const long xb_curl_auth_bearer = (long)CURLAUTH_BEARER;
