/*
 * Every game of every table, replayed: each event is decided again by the referee before it is believed, as
 * `carom replay` does for one log. What passes here can be played on with; a backup that passes is worth having.
 */
#include "inner.h"

#include <carom/referee.h>
#include <stdlib.h>
#include <string.h>

struct verifier {
    struct store *store;
    struct store_totals *totals;
    struct store_wrong wrong;
    bool found; /* something wrong with this table */
    struct carom_session session;
};

static bool find(struct verifier *verifier, enum store_wrong_kind kind, uint32_t game, uint32_t seq)
{
    if (!verifier->found) {
        verifier->wrong.kind = kind;
        verifier->wrong.game = game;
        verifier->wrong.seq = seq;
        verifier->found = true;
    }
    return false;
}

static bool check_event(void *context, uint32_t seq, const char *text, size_t length)
{
    struct verifier *verifier = context;
    verifier->totals->events++;
    return carom_session_event(&verifier->session, text, length, true, &verifier->wrong.fault) ||
           find(verifier, STORE_WRONG_EVENT, verifier->wrong.game, seq);
}

static void check_game(struct verifier *verifier, const struct store_table *table, uint32_t game)
{
    verifier->totals->games++;
    verifier->wrong.game = game;
    memset(&verifier->session, 0, sizeof verifier->session);
    if (!store_events(verifier->store, table->id, game, 1, UINT32_MAX, check_event, verifier))
        find(verifier, STORE_WRONG_GAP, game, verifier->session.table.seq + 1);
    else if (verifier->session.table.seq == 0)
        find(verifier, STORE_WRONG_EMPTY, game, 0);
}

static bool is_object(const char *text)
{
    struct carom_json_node nodes[64];
    struct carom_json json;
    return carom_json_read(&json, nodes, 64, text, strlen(text), NULL) && carom_json_is(&json, 0, CAROM_JSON_OBJECT);
}

static void count_seat(void *context, const struct store_seat *seat)
{
    (void)seat;
    ((struct verifier *)context)->totals->seats++;
}

static bool check_extra(void *context, uint32_t seq, const char *text, size_t length)
{
    (void)text;
    (void)length;
    return find(context, STORE_WRONG_EXTRA, ((struct verifier *)context)->wrong.table.game + 1, seq);
}

static void check_table(struct verifier *verifier, const struct store_table *table)
{
    verifier->totals->tables++;
    verifier->found = false;
    verifier->wrong.table = *table;
    if (table->game == 0 || !is_object(table->options) ||
        !store_seats(verifier->store, table->id, count_seat, verifier)) {
        find(verifier, STORE_WRONG_FACTS, 0, 0);
        return;
    }
    for (uint32_t game = 1; !verifier->found && game <= table->game && game != 0; game++)
        check_game(verifier, table, game);
    if (!verifier->found && table->over != (verifier->session.table.phase == CAROM_PHASE_OVER))
        find(verifier, STORE_WRONG_OVER, table->game, 0);
    if (!verifier->found && table->game < UINT32_MAX)
        store_events(verifier->store, table->id, table->game + 1, 1, UINT32_MAX, check_extra, verifier);
}

bool store_verify(struct store *store, struct store_totals *totals, store_wrong_visitor *visit, void *context)
{
    struct verifier *verifier = malloc(sizeof *verifier);
    struct store_walk walk = {.store = store};
    const struct store_table *table;
    if (verifier == NULL)
        return false;
    *totals = (struct store_totals){0};
    *verifier = (struct verifier){.store = store, .totals = totals};
    while ((table = store_walk_next(&walk)) != NULL) {
        check_table(verifier, table);
        if (verifier->found) {
            totals->wrong++;
            visit(context, &verifier->wrong);
        }
    }
    free(verifier);
    return !walk.failed;
}
