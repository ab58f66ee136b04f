/*
 * `carom serve` as a function: what the command line hands over, and nothing else of this house.
 */
#ifndef SERVER_H
#define SERVER_H

#include "base/serve_options.h"

struct serve_options serve_defaults(void);

/* Runs until SIGTERM or SIGINT. 0: ended as asked; 2: could not begin (a line on standard error says why). */
int serve_run(const struct serve_options *options);

#endif
