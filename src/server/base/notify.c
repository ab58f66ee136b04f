/*
 * Tells the service manager when the server is ready and when it stops (systemd's `Type=notify`): a datagram to the
 * socket named in the environment, which is the whole protocol.
 */
#include "base.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

void notify_manager(const char *state)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un place = {.sun_family = AF_UNIX};
    size_t length = path != NULL ? strlen(path) : 0;
    if (length < 2 || length > sizeof place.sun_path || (path[0] != '/' && path[0] != '@'))
        return;
    memcpy(place.sun_path, path, length);
    if (path[0] == '@') /* Linux's abstract socket names begin with a NUL */
        place.sun_path[0] = '\0';
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    if (fd < 0 || sendto(fd, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&place, size) < 0)
        log_event(SERVE_LOG_WARN, "cannot-notify", "state=%s", state);
    if (fd >= 0)
        close(fd);
}
