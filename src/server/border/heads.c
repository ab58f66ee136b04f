/*
 * Heads of requests: whom they are for, and where they end.
 */
#include "border.h"

#include <string.h>
#include <strings.h>

#define NAME_CHARACTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_"

/* Where the name ends and its port begins. A name in brackets is an IPv6 address. */
static size_t name_length(const char *host)
{
    size_t length = host[0] == '[' ? strcspn(host, "]") : strcspn(host, ":");
    return length + (host[0] == '[' && host[length] == ']');
}

bool host_name_good(const char *name)
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

bool host_among(const char *host, const char *const *names)
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

/* RFC 9110, 5.1: a blank in a name, also before the colon, is what one reader forgives and another does not. */
static bool field_name_good(const char *name)
{
    return *name != '\0' && name[strspn(name, NAME_CHARACTERS "!#$%&'*+^`|~")] == '\0';
}

void head_add(struct head *head, const char *name, const char *value)
{
    head->other = head->other || !field_name_good(name);
    head->hosts += strcasecmp(name, "Host") == 0;
    head->lengths += strcasecmp(name, "Content-Length") == 0;
    if (strcasecmp(name, "Transfer-Encoding") == 0) {
        head->encodings++;
        head->other = head->other || strcasecmp(value, "chunked") != 0;
    }
}

bool head_clear(const struct head *head)
{
    return head->hosts <= 1 && head->lengths + head->encodings <= 1 && !head->other;
}
