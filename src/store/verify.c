/*
 * Replays every game of every table: the referee decides each event again, as `carom replay` does for one log. What
 * passes can be played on, and a backup that passes is worth having.
 */
#include "internal.h"

#include <carom/referee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct verifier {
    struct store *store;
    struct store_totals *totals;
    struct store_defect defect;
    bool found; /* this table has a defect */
    struct carom_json_game json_game;
};

static bool report_defect(struct verifier *verifier, enum store_defect_kind kind, uint32_t game, uint32_t seq)
{
    if (!verifier->found) {
        verifier->defect.kind = kind;
        verifier->defect.game = game;
        verifier->defect.seq = seq;
        verifier->found = true;
    }
    return false;
}

static bool check_event(void *context, uint32_t seq, const char *text, size_t length)
{
    struct verifier *verifier = context;
    verifier->totals->events++;
    return carom_json_game_event(&verifier->json_game, text, length, true, &verifier->defect.error) ||
           report_defect(verifier, STORE_DEFECT_EVENT, verifier->defect.game, seq);
}

static void check_game(struct verifier *verifier, const struct store_table *table, uint32_t game)
{
    verifier->totals->games++;
    verifier->defect.game = game;
    memset(&verifier->json_game, 0, sizeof verifier->json_game);
    if (!store_events(verifier->store, table->id, game, 1, UINT32_MAX, check_event, verifier))
        report_defect(verifier, STORE_DEFECT_GAP, game, verifier->json_game.table.seq + 1);
    else if (verifier->json_game.table.seq == 0)
        report_defect(verifier, STORE_DEFECT_EMPTY, game, 0);
}

static bool is_object(const char *text)
{
    struct carom_json_node nodes[CAROM_JSON_NODES_MAX];
    struct carom_json json;
    return carom_json_read(&json, nodes, CAROM_JSON_NODES_MAX, text, strlen(text), NULL) &&
           carom_json_is(&json, 0, CAROM_JSON_OBJECT);
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
    return report_defect(context, STORE_DEFECT_EXTRA, ((struct verifier *)context)->defect.table.game + 1, seq);
}

static void check_table(struct verifier *verifier, const struct store_table *table)
{
    verifier->totals->tables++;
    verifier->found = false;
    verifier->defect.table = *table;
    if (table->game == 0 || !is_object(table->options) ||
        !store_seats(verifier->store, table->id, count_seat, verifier)) {
        report_defect(verifier, STORE_DEFECT_FACTS, 0, 0);
        return;
    }
    for (uint32_t game = 1; !verifier->found && game <= table->game && game != 0; game++)
        check_game(verifier, table, game);
    if (!verifier->found && table->over != (verifier->json_game.table.phase == CAROM_PHASE_OVER))
        report_defect(verifier, STORE_DEFECT_OVER, table->game, 0);
    if (!verifier->found && table->game < UINT32_MAX)
        store_events(verifier->store, table->id, table->game + 1, 1, UINT32_MAX, check_extra, verifier);
}

/* The records: each has to be a JSON object. Returns whether all could be read. */
static bool check_records(struct verifier *verifier, store_defect_visitor *visit, void *context)
{
    struct store_record_cursor cursor = {.store = verifier->store};
    const struct store_record *record;
    while ((record = store_record_cursor_next(&cursor)) != NULL) {
        verifier->totals->records++;
        if (is_object(record->body))
            continue;
        struct store_defect defect = {.kind = STORE_DEFECT_RECORD, .game = (uint32_t)record->kind};
        snprintf(defect.table.code, sizeof defect.table.code, "%.*s", STORE_CODE_SIZE - 1, record->owner);
        verifier->totals->defective++;
        visit(context, &defect);
    }
    store_record_cursor_end(&cursor);
    return !cursor.failed;
}

bool store_verify(struct store *store, struct store_totals *totals, store_defect_visitor *visit, void *context)
{
    struct verifier *verifier = malloc(sizeof *verifier);
    struct store_cursor cursor = {.store = store};
    const struct store_table *table;
    if (verifier == NULL)
        return false;
    *totals = (struct store_totals){0};
    *verifier = (struct verifier){.store = store, .totals = totals};
    while ((table = store_cursor_next(&cursor)) != NULL) {
        check_table(verifier, table);
        if (verifier->found) {
            totals->defective++;
            visit(context, &verifier->defect);
        }
    }
    bool read = check_records(verifier, visit, context) && !cursor.failed;
    free(verifier);
    return read;
}
