/*
 * Reactions on their way to everybody at a table, at this server and at others. What is said comes from a list of six:
 * each page says it in its reader's language.
 */
#include "room.h"

#include <stdio.h>

struct said {
    const char *player;
    unsigned reaction;
};

static void write_message(struct carom_text *text, const void *context)
{
    const struct said *said = context;
    carom_json_begin(text, NULL, '{');
    carom_json_words(text, "type", "reaction");
    carom_json_words(text, "by", said->player);
    carom_json_words(text, "reaction", reaction_name(said->reaction));
    carom_json_end(text, '}');
}

void reaction_tell(struct table *table, const char *player, unsigned reaction, bool others)
{
    char words[64];
    if (reaction >= REACTIONS)
        return;
    commit_to_table(table, frame_write(write_message, &(struct said){player, reaction}));
    if (others) {
        snprintf(words, sizeof words, "r %u %s", reaction, player);
        commit_note(table, words);
    }
}

/* `r 2 p1` */
void reaction_hear(struct table *table, const struct store_news *news)
{
    unsigned reaction;
    char player[CAROM_ID_SIZE];
    char words[64];
    snprintf(words, sizeof words, "%.*s", (int)news->length, news->note);
    if (sscanf(words, "r %u %32s", &reaction, player) == 2 && seat_of_player(table, player) != TABLE_NO_SEAT)
        reaction_tell(table, player, reaction, false);
}
