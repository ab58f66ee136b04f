/*
 * Solving on other threads.
 */
#include "http.h"
#include "live.h"

void jobs_start(struct server *server)
{
    (void)server;
}
void jobs_stop(struct server *server)
{
    (void)server;
}
void jobs_solve_round(struct live *live)
{
    (void)live;
}
bool jobs_solve_exchange(struct exchange *exchange, const struct carom_puzzle *puzzle, bool all, bool no_ricochet)
{
    (void)exchange, (void)puzzle, (void)all, (void)no_ricochet;
    return false;
}
unsigned jobs_waiting(const struct server *server)
{
    (void)server;
    return 0;
}
