/*
 * The round-trip time. In a file of its own because the kernel's and the C library's headers for it conflict.
 */
#ifndef SERVER_NET_TCP_RTT_H
#define SERVER_NET_TCP_RTT_H

#include <stdint.h>

/* The smallest round trip the kernel has seen recently, in ms; -1: unknown. A client could delay its pongs to appear
 * far away; it cannot inflate what the kernel measures on every segment without being slower in everything. */
int32_t tcp_min_rtt_ms(int fd);
/* How many segments with data have been sent on a connection; -1: it is not known. */
int64_t tcp_data_segments_sent(int fd);

#endif
