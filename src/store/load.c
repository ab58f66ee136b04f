/*
 * A table as it is at one moment, read into memory by whoever may wait for it, for those who may not.
 */
#include "inner.h"

#include <stdlib.h>
#include <string.h>

struct loading {
    struct store_loaded *loaded;
    bool good;
};

static bool take_event(void *context, uint32_t seq, const char *text, size_t length)
{
    struct loading *loading = context;
    struct store_loaded *loaded = loading->loaded;
    size_t at = seq - loaded->from;
    void *ends = loaded->ends, *bytes = loaded->bytes;
    loading->good = store_reserve(&ends, &loaded->end_room, at + 1, sizeof *loaded->ends) &&
                    store_reserve(&bytes, &loaded->room, loaded->length + length, 1);
    loaded->ends = ends;
    loaded->bytes = bytes;
    if (!loading->good)
        return false;
    memcpy(loaded->bytes + loaded->length, text, length);
    loaded->length += length;
    loaded->ends[at] = loaded->length;
    loaded->next = seq + 1;
    return true;
}

static void take_seat(void *context, const struct store_seat *seat)
{
    struct loading *loading = context;
    struct store_loaded *loaded = loading->loaded;
    void *seats = loaded->seats;
    loading->good =
        loading->good && store_reserve(&seats, &loaded->seat_room, loaded->seat_count + 1, sizeof *loaded->seats);
    loaded->seats = seats;
    if (loading->good)
        loaded->seats[loaded->seat_count++] = *seat;
}

static bool load_rest(struct store *store, struct store_loaded *loaded)
{
    struct loading loading = {.loaded = loaded, .good = true};
    int64_t id = loaded->facts.id;
    return store_events(store, id, loaded->facts.game, loaded->from, UINT32_MAX, take_event, &loading) &&
           loading.good && store_seats(store, id, take_seat, &loading) && loading.good;
}

enum store_found store_load(struct store *store, const char *code, uint32_t game, uint32_t from,
                            struct store_loaded *loaded)
{
    *loaded = (struct store_loaded){0};
    if (store->shared && !store->ops->moment(store, true))
        return STORE_FAILED;
    enum store_found found = store_find(store, code, &loaded->facts);
    loaded->from = loaded->next = found == STORE_FOUND && loaded->facts.game == game ? from : 1;
    if (found == STORE_FOUND && !load_rest(store, loaded))
        found = STORE_FAILED;
    if (store->shared && !store->ops->moment(store, false))
        found = STORE_FAILED;
    return found;
}

bool store_load_page(struct store *store, struct store_page *page, struct store_loaded *loaded)
{
    *loaded = (struct store_loaded){.from = page->from, .next = page->from};
    struct loading loading = {.loaded = loaded, .good = true};
    return store_page_read(store, page, take_event, &loading) && loading.good;
}

const char *store_loaded_event(const struct store_loaded *loaded, uint32_t seq, size_t *length)
{
    size_t begin = seq > loaded->from ? loaded->ends[seq - loaded->from - 1] : 0;
    *length = loaded->ends[seq - loaded->from] - begin;
    return loaded->bytes + begin;
}

void store_loaded_done(struct store_loaded *loaded)
{
    free(loaded->seats);
    free(loaded->ends);
    free(loaded->bytes);
    *loaded = (struct store_loaded){0};
}
