/*
 * Bots.
 */
#include "live.h"

void bots_notice(struct live *live, carom_ms now)
{
    (void)live, (void)now;
}
void bots_act(struct live *live, carom_ms now)
{
    (void)live, (void)now;
}
bool bots_due(const struct live *live, carom_ms *at)
{
    (void)live, (void)at;
    return false;
}
void bots_forget(struct live *live)
{
    (void)live;
}
