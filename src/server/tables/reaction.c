/*
 * Broadcasting reactions, also to other servers. There are six; each page shows them in its own language.
 */
#include "internal.h"

#include <stdio.h>

struct said {
    const char *player;
    unsigned reaction;
};

static void write_message(struct carom_text *text, const void *context)
{
    const struct said *said = context;
    carom_json_begin(text, NULL, '{');
    carom_json_put_string(text, "type", "reaction");
    carom_json_put_string(text, "by", said->player);
    carom_json_put_string(text, "reaction", reaction_name(said->reaction));
    carom_json_end(text, '}');
}

void reaction_broadcast(struct table *table, const char *player, unsigned reaction, bool others)
{
    char words[64];
    if (reaction >= REACTIONS)
        return;
    commit_broadcast(table, frame_write(write_message, &(struct said){player, reaction}));
    if (others) {
        snprintf(words, sizeof words, "r %u %s", reaction, player);
        commit_notify(table, words);
    }
}

/* Parses `r 2 p1`. */
void reaction_on_notification(struct table *table, const struct store_notification *notification)
{
    unsigned reaction;
    char player[CAROM_ID_SIZE];
    char words[64];
    snprintf(words, sizeof words, "%.*s", (int)notification->length, notification->payload);
    if (sscanf(words, "r %u %32s", &reaction, player) == 2 && seat_find_by_player(table, player) != TABLE_NO_SEAT)
        reaction_broadcast(table, player, reaction, false);
}
