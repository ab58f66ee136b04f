/*
 * The way there and back. By itself, because the kernel's and the C library's headers for it do not go together.
 */
#ifndef SERVER_NET_TCP_RTT_H
#define SERVER_NET_TCP_RTT_H

#include <stdint.h>

/* The least round trip that the kernel has seen on a connection of late, in ms; -1: it is not known. A client can delay
 * its pongs and so claim to be far away; what the kernel has measured with every segment it cannot make longer without
 * being slower in everything. */
int32_t tcp_min_rtt_ms(int fd);

#endif
