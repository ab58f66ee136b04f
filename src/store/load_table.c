/*
 * Loads a table into memory in one snapshot, on a thread that may block, for the event loop, which may not.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

struct loading {
    struct store_table_data *data;
    bool good;
};

static bool take_event(void *context, uint32_t seq, const char *text, size_t length)
{
    struct loading *loading = context;
    struct store_table_data *data = loading->data;
    size_t at = seq - data->from;
    void *ends = data->event_ends, *bytes = data->bytes;
    loading->good = store_reserve(&ends, &data->end_capacity, at + 1, sizeof *data->event_ends) &&
                    store_reserve(&bytes, &data->capacity, data->length + length, 1);
    data->event_ends = ends;
    data->bytes = bytes;
    if (!loading->good)
        return false;
    memcpy(data->bytes + data->length, text, length);
    data->length += length;
    data->event_ends[at] = data->length;
    data->next = seq + 1;
    return true;
}

static void take_seat(void *context, const struct store_seat *seat)
{
    struct loading *loading = context;
    struct store_table_data *data = loading->data;
    void *seats = data->seats;
    loading->good =
        loading->good && store_reserve(&seats, &data->seat_capacity, data->seat_count + 1, sizeof *data->seats);
    data->seats = seats;
    if (loading->good)
        data->seats[data->seat_count++] = *seat;
}

static bool load_rest(struct store *store, struct store_table_data *data)
{
    struct loading loading = {.data = data, .good = true};
    int64_t id = data->row.id;
    return store_events(store, id, data->row.game, data->from, UINT32_MAX, take_event, &loading) && loading.good &&
           store_seats(store, id, take_seat, &loading) && loading.good;
}

enum store_lookup store_load_table(struct store *store, const char *code, uint32_t game, uint32_t from,
                                   struct store_table_data *data)
{
    *data = (struct store_table_data){0};
    if (store->shared && !store->ops->snapshot(store, true))
        return STORE_FAILED;
    enum store_lookup found = store_find(store, code, &data->row);
    data->from = data->next = found == STORE_FOUND && data->row.game == game ? from : 1;
    if (found == STORE_FOUND && !load_rest(store, data))
        found = STORE_FAILED;
    if (store->shared && !store->ops->snapshot(store, false))
        found = STORE_FAILED;
    return found;
}

bool store_load_events(struct store *store, struct store_page *page, struct store_table_data *data)
{
    *data = (struct store_table_data){.from = page->from, .next = page->from};
    struct loading loading = {.data = data, .good = true};
    return store_page_read(store, page, take_event, &loading) && loading.good;
}

const char *store_table_data_event(const struct store_table_data *data, uint32_t seq, size_t *length)
{
    size_t begin = seq > data->from ? data->event_ends[seq - data->from - 1] : 0;
    *length = data->event_ends[seq - data->from] - begin;
    return data->bytes + begin;
}

void store_table_data_destroy(struct store_table_data *data)
{
    free(data->seats);
    free(data->event_ends);
    free(data->bytes);
    *data = (struct store_table_data){0};
}
