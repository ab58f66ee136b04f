/*
 * The layer's beginning and end.
 */
#include "company.h"

#include <sodium.h>

void company_start(struct company *company, struct base *base, struct tables *tables, struct jobs *jobs)
{
    *company = (struct company){.base = base, .tables = tables, .jobs = jobs, .circles = -1};
    randombytes_buf(company->origin_key, sizeof company->origin_key);
    check_alloc(uv_idle_init(&base->loop, &company->loading) == 0);
    check_alloc(uv_idle_init(&base->loop, &company->erasing) == 0);
    company->loading.data = company->erasing.data = company;
}

void company_stop(struct company *company)
{
    daily_stop(company);
    uv_close((uv_handle_t *)&company->loading, NULL);
    uv_close((uv_handle_t *)&company->erasing, NULL);
}
