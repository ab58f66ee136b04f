/*
 * The layer's beginning and end.
 */
#include "company.h"

#include <sodium.h>

void company_start(struct company *company, struct base *base, struct tables *tables, struct jobs *jobs,
                   struct store *store)
{
    *company = (struct company){.base = base, .tables = tables, .jobs = jobs, .store = store, .circles = -1};
    if (store != NULL)
        company->reader = read_thread_start(&base->loop, store);
    randombytes_buf(company->origin_key, sizeof company->origin_key);
    check_alloc(uv_idle_init(&base->loop, &company->loading) == 0);
    check_alloc(uv_idle_init(&base->loop, &company->erasing) == 0);
    company->loading.data = company->erasing.data = company;
}

void company_stop_reading(struct company *company)
{
    if (company->reader == NULL)
        return;
    read_thread_cancel(company->reader);
    read_thread_stop(company->reader);
    company->reader = NULL;
}

void company_stop(struct company *company)
{
    if (company->store != NULL)
        store_close(company->store);
    company->store = NULL;
    daily_stop(company);
    uv_close((uv_handle_t *)&company->loading, NULL);
    uv_close((uv_handle_t *)&company->erasing, NULL);
}
