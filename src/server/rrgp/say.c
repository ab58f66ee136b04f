/*
 * What callers are told.
 */
#include "room.h"

#include <string.h>

#define SAID_MOST 1024 /* bytes of one line to a caller */
#define LOUD_RATE 50   /* lines a second for everybody */
#define LOUD_SECONDS 2 /* that of so many at once */

/* ---- out ---- */

void caller_write(struct caller *caller, const char *text, size_t length)
{
    peer_write(caller->peer, text, length);
}

void caller_say(struct caller *caller, const char *const *words)
{
    char bytes[SAID_MOST];
    struct carom_text text = carom_text_in(bytes, sizeof bytes - 1);
    for (const char *const *word = words; *word != NULL; word++) {
        if (word != words)
            carom_text_char(&text, ' ');
        word_write(&text, *word);
    }
    if (text.cut)
        return; /* no name and no sentence is so long */
    bytes[text.length++] = '\n';
    caller_write(caller, bytes, text.length);
}

void callers_say(struct rrgp *rrgp, const char *but_at, const char *const *words)
{
    if (bucket_take(&rrgp->loud, clock_now(), rate_of(LOUD_RATE, LOUD_SECONDS)) > 0)
        return;
    for (struct caller *caller = rrgp->callers; caller != NULL; caller = caller->next)
        if (caller->name[0] != '\0' && (but_at == NULL || strcmp(caller->code, but_at) != 0))
            caller_say(caller, words);
}

void caller_error(struct caller *caller, const char *name, const char *sentence)
{
    caller->step = STEP_FREE;
    if (sentence != NULL)
        SAY(caller, "NOTICE", "MESSAGE", "carom", sentence);
    SAY(caller, "ERROR", name);
}

void caller_done(struct caller *caller)
{
    caller->step = STEP_FREE;
    SAY(caller, caller->verb);
    if (word_is(caller->verb, "QUIT"))
        peer_end(caller->peer);
}

/* ---- who ---- */

struct caller *caller_of_name(const struct rrgp *rrgp, const char *name)
{
    for (struct caller *caller = rrgp->callers; caller != NULL; caller = caller->next)
        if (caller->name[0] != '\0' && !caller->peer->closing && name_same(caller->name, name))
            return caller;
    return NULL;
}

/* Who got up after the end is still in the state, but has no seat; and one's own that is kept is no other's. */
bool caller_poses(const struct caller *caller)
{
    const struct table *table = caller->peer->guest != NULL ? caller->peer->guest->table : NULL;
    if (table == NULL || caller->you[0] != '\0' || seat_kept(caller, caller->code) != NULL)
        return false;
    for (unsigned i = 0; i < table->state.seats; i++) {
        const char *id = carom_table_id(&table->state, i);
        if (table->state.players[i].seated && name_same(carom_table_name(&table->state, i), caller->name) &&
            (bot_level_of_id(id) > 0 || seat_of_player(table, id) != TABLE_NO_SEAT))
            return true;
    }
    return false;
}

unsigned caller_seat(const struct caller *caller)
{
    return caller->you[0] != '\0' ? carom_table_seat(&caller->table, caller->you) : CAROM_NO_SEAT;
}
