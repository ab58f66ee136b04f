/*
 * Request headers: Host, and framing.
 */
#include "validate.h"

#include <string.h>
#include <strings.h>

#define NAME_CHARACTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_"

/* The length of the host name without its port. A name in brackets is an IPv6 address. */
static size_t name_length(const char *host)
{
    size_t length = host[0] == '[' ? strcspn(host, "]") : strcspn(host, ":");
    return length + (host[0] == '[' && host[length] == ']');
}

bool hostname_is_valid(const char *name)
{
    size_t length = name_length(name);
    bool six = name[0] == '[';
    return length > 0 && name[length] == '\0' &&
           (six ? name[length - 1] == ']' && strspn(name + 1, "0123456789abcdefABCDEF:.") == length - 2
                : strspn(name, NAME_CHARACTERS) == length);
}

static bool port_good(const char *port)
{
    return *port == '\0' || (*port == ':' && port[1 + strspn(port + 1, "0123456789")] == '\0');
}

bool http_host_allowed(const char *host, const char *const *names)
{
    size_t length = host != NULL ? name_length(host) : 0;
    if (length == 0 || !port_good(host + length))
        return false;
    length -= length > 1 && host[length - 1] == '.'; /* `carom.example.` is the same name */
    for (; *names != NULL; names++)
        if (strlen(*names) == length && strncasecmp(*names, host, length) == 0)
            return true;
    return false;
}

/* RFC 9110, 5.1: a blank in a name, also before the colon, is tolerated by some parsers and not by others. */
static bool field_name_good(const char *name)
{
    return *name != '\0' && name[strspn(name, NAME_CHARACTERS "!#$%&'*+^`|~")] == '\0';
}

void framing_headers_add(struct framing_headers *headers, const char *name, const char *value)
{
    headers->has_unknown = headers->has_unknown || !field_name_good(name);
    headers->host_count += strcasecmp(name, "Host") == 0;
    headers->content_length_count += strcasecmp(name, "Content-Length") == 0;
    if (strcasecmp(name, "Transfer-Encoding") == 0) {
        headers->transfer_encoding_count++;
        headers->has_unknown = headers->has_unknown || strcasecmp(value, "chunked") != 0;
    }
}

bool framing_headers_unambiguous(const struct framing_headers *headers)
{
    return headers->host_count <= 1 && headers->content_length_count + headers->transfer_encoding_count <= 1 &&
           !headers->has_unknown;
}
