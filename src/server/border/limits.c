/*
 * Buckets.
 */
#include "border.h"

#define DROP 1000000000 /* one request, in billionths, so that slow rates do not round to nothing */
#define HOUR_MS (60 * 60 * 1000)

struct rate rate_of(uint64_t number, uint64_t seconds)
{
    return (struct rate){.number = number, .ms = 1000, .most = number * seconds};
}

struct rate rate_hourly(uint64_t number)
{
    return (struct rate){.number = number, .ms = HOUR_MS, .most = number};
}

carom_ms bucket_take(struct bucket *bucket, carom_ms now, struct rate rate)
{
    if (rate.number == 0)
        return 0;
    int64_t room = (int64_t)rate.most * DROP;
    int64_t each_ms = (int64_t)(rate.number * DROP / rate.ms);
    each_ms = each_ms > 0 ? each_ms : 1;
    carom_ms passed = now - bucket->last;
    if (bucket->last == 0 || passed > room / each_ms) {
        bucket->level = room;
    } else if (passed > 0) {
        bucket->level += passed * each_ms;
        bucket->level = bucket->level < room ? bucket->level : room;
    }
    bucket->last = now;
    if (bucket->level >= DROP) {
        bucket->level -= DROP;
        return 0;
    }
    return (DROP - bucket->level) / each_ms + 1;
}

carom_ms budget_wait(struct budget *budget, carom_ms now, uint64_t per_hour)
{
    int64_t full = (int64_t)per_hour * HOUR_MS;
    carom_ms passed = budget->last == 0 || now - budget->last > HOUR_MS ? HOUR_MS : now - budget->last;
    if (per_hour == 0)
        return 0;
    budget->level += (passed > 0 ? passed : 0) * (int64_t)per_hour;
    budget->level = budget->level < full ? budget->level : full;
    budget->last = now;
    return budget->level > 0 ? 0 : -budget->level / (int64_t)per_hour + 1;
}

void budget_spend(struct budget *budget, uint64_t units)
{
    budget->level -= (int64_t)units * HOUR_MS;
}

uint64_t event_cost(size_t bytes)
{
    return 1 + bytes / 256;
}
