/* Bytes to events: a log from anywhere, believed or verified; every event can be told, the table still answers, says
 * what may be done, and comes to rest. A review of the game can be written at any time. */
#include "fuzz.h"

#include "review/review.h"

static struct review review;

static void rest(struct carom_table *table)
{
    static char words[CAROM_JSON_EVENT_MAX];
    struct carom_command tick = {.at = CAROM_TIME_MAX, .kind = CAROM_COMMAND_TICK};
    struct carom_decision decision = {0};
    for (unsigned i = 0; carom_referee_decide(table, &tick, &decision) == CAROM_DECISION_EVENT; i++) {
        struct carom_text text = carom_text_init(words, sizeof words);
        promise(i < 1000);
        carom_event_write(&text, table, &decision.event);
        promise(!text.truncated);
        carom_referee_apply(table, &decision.event);
    }
}

/* To the one who acts and to everybody, in words that fit. */
static void tell(const struct carom_table *before, const struct carom_event *event)
{
    static char words[2 * CAROM_SENTENCE_MAX];
    const unsigned readers[] = {CAROM_NO_SEAT, event->seat, 0};
    for (unsigned i = 0; i < 3; i++) {
        struct carom_text text = carom_text_init(words, CAROM_SENTENCE_MAX);
        carom_event_format(&text, carom_event_sentence(before, event, readers[i]), before, event);
        promise(!text.truncated);
        text = carom_text_init(words, sizeof words);
        carom_event_write_text(&text, before, event, readers[i]);
        promise(!text.truncated);
    }
}

static void write_review(void)
{
    static char words[REVIEW_JSON_MAX];
    struct carom_text text = carom_text_init(words, sizeof words);
    for (uint32_t round = 0; round < 4; round++)
        review_set_solution(&review, round, round, "RN GE");
    review_write(&text, &review, NULL);
    promise(!text.truncated);
}

static bool believe(struct carom_json_game *json_game, const char *line, size_t length, struct carom_error *error)
{
    struct carom_event event;
    if (!carom_json_game_read_event(json_game, line, length, &event, error))
        return false;
    tell(&json_game->table, &event);
    carom_referee_apply(&json_game->table, &event);
    review_event(&review, &json_game->table, &event);
    return true;
}

static void offer(const struct carom_table *table)
{
    static char words[CAROM_JSON_REPLY_MAX];
    for (unsigned seat = 0; seat <= table->seats; seat++) {
        struct carom_text text = carom_text_init(words, sizeof words);
        carom_allowed_write(&text, table, seat < table->seats ? seat : CAROM_NO_SEAT, CAROM_TIME_MAX);
        promise(!text.truncated);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct carom_json_game json_game;
    static char words[CAROM_JSON_REPLY_MAX];
    struct carom_error error = {0};
    memset(&json_game, 0, sizeof json_game);
    memset(&review, 0, sizeof review);
    bool check = size % 4 == 0;
    for (size_t start = 0; start < size;) {
        const uint8_t *end = memchr(data + start, '\n', size - start);
        size_t length = end != NULL ? (size_t)(end - data) - start : size - start;
        const char *line = (const char *)data + start;
        bool good = check ? carom_json_game_event(&json_game, line, length, true, &error)
                          : believe(&json_game, line, length, &error);
        promise(good || error.code != CAROM_ERROR_NONE);
        start += length + 1;
    }
    struct carom_text text = carom_text_init(words, sizeof words);
    carom_table_write(&text, &json_game.table);
    promise(!text.truncated);
    write_review();
    offer(&json_game.table);
    rest(&json_game.table);
    return 0;
}
