/*
 * Linux's TCP_INFO, with members that the C library's header lacks.
 */
#include "tcp_rtt.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>

int32_t tcp_min_rtt_ms(int fd)
{
    struct tcp_info info = {0};
    socklen_t length = sizeof info;
    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length) != 0 ||
        length < offsetof(struct tcp_info, tcpi_min_rtt) + sizeof info.tcpi_min_rtt || info.tcpi_min_rtt == UINT32_MAX)
        return -1;
    return (int32_t)(info.tcpi_min_rtt / 1000);
}

int64_t tcp_data_segments_sent(int fd)
{
    struct tcp_info info = {0};
    socklen_t length = sizeof info;
    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length) != 0 ||
        length < offsetof(struct tcp_info, tcpi_data_segs_out) + sizeof info.tcpi_data_segs_out)
        return -1;
    return info.tcpi_data_segs_out;
}
