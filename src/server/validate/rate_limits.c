/*
 * Token buckets.
 */
#include "validate.h"

#define DROP 1000000000 /* one request, in billionths, so that slow rates do not round to zero */
#define DEBT_MAX 10     /* the largest debt, in bursts */
#define HOUR_MS (60 * 60 * 1000)

struct rate_limit rate_per_second(uint64_t number, uint64_t seconds)
{
    return (struct rate_limit){.per_interval = number, .ms = 1000, .burst = number * seconds};
}

struct rate_limit rate_per_hour(uint64_t number)
{
    return (struct rate_limit){.per_interval = number, .ms = HOUR_MS, .burst = number};
}

/* Refills the bucket for the time since its last use. Returns the amount per millisecond. */
static int64_t refill(struct bucket *bucket, carom_ms now, struct rate_limit rate)
{
    int64_t room = (int64_t)rate.burst * DROP;
    int64_t each_ms = (int64_t)(rate.per_interval * DROP / rate.ms);
    each_ms = each_ms > 0 ? each_ms : 1;
    carom_ms passed = now - bucket->last;
    if (bucket->last == 0 || passed > (room - bucket->level) / each_ms)
        bucket->level = room;
    else if (passed > 0)
        bucket->level += passed * each_ms;
    bucket->last = now;
    return each_ms;
}

carom_ms bucket_take(struct bucket *bucket, carom_ms now, struct rate_limit rate)
{
    if (rate.per_interval == 0)
        return 0;
    int64_t each_ms = refill(bucket, now, rate);
    if (bucket->level >= DROP) {
        bucket->level -= DROP;
        return 0;
    }
    return (DROP - bucket->level) / each_ms + 1;
}

void bucket_charge(struct bucket *bucket, carom_ms now, struct rate_limit rate, uint64_t thousandths)
{
    if (rate.per_interval == 0)
        return;
    refill(bucket, now, rate);
    bucket->level -= (int64_t)thousandths * (DROP / 1000);
    int64_t least = -(int64_t)rate.burst * DROP * DEBT_MAX;
    bucket->level = bucket->level > least ? bucket->level : least;
}

carom_ms log_quota_wait(struct log_quota *quota, carom_ms now, uint64_t per_hour, uint64_t kept)
{
    int64_t full = (int64_t)per_hour * HOUR_MS;
    carom_ms passed = quota->last == 0 || now - quota->last > HOUR_MS ? HOUR_MS : now - quota->last;
    if (per_hour == 0)
        return 0;
    quota->level += (passed > 0 ? passed : 0) * (int64_t)per_hour;
    quota->level = quota->level < full ? quota->level : full;
    quota->last = now;
    int64_t lacks = (int64_t)kept * HOUR_MS - quota->level;
    return lacks < 0 ? 0 : lacks / (int64_t)per_hour + 1;
}

void log_quota_charge(struct log_quota *quota, uint64_t units)
{
    quota->level -= (int64_t)units * HOUR_MS;
}

uint64_t event_log_cost(size_t bytes)
{
    return 1 + bytes / 256;
}
