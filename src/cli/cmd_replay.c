/*
 * `carom replay`: a game rebuilt from its events alone.
 *
 * Every event is decided again before it is believed (carom_referee_verify), so anybody can verify a log: a gap, a move
 * that cannot be, a score that does not follow are found and named with their line. Players have the log without its
 * secrets; once `over` has told them, it is gone through a second time, and every draw and roll has to come from the
 * seed.
 */
#include "event_text.h"
#include "replay_review.h"

#include "../client/client.h"
#include "replay_match.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A line of a log whose secret is told at the end. */
struct kept {
    struct kept *next;
    uint64_t number;
    size_t length;
    char text[];
};

struct replay {
    struct cli *cli;
    uint64_t at; /* --at: show the table after this event */
    bool at_given;
    bool review; /* --review: print what the game says about its players, instead of what happened */
    uint32_t events;
    struct carom_table table;
    struct line_reader lines;
    struct kept *kept;
    struct kept **kept_end;
    bool proven;                 /* every draw came from the seed that was told */
    char mixers[EVENT_TEXT_MAX]; /* who added a nonce to it: "Ada, Ben" */
};

static struct cli_item item_of(const struct replay *replay)
{
    return (struct cli_item){.number = replay->lines.number, .is_stdin_line = true};
}

/* `carom referee` writes refusals and errors between the events; they are no part of the log. */
static bool is_no_event(const struct line_reader *lines)
{
    struct carom_json_node nodes[CAROM_JSON_NODES_MAX];
    struct carom_json json;
    return carom_json_read(&json, nodes, CAROM_JSON_NODES_MAX, lines->text, lines->length, NULL) &&
           carom_json_get(&json, 0, "ev") == CAROM_JSON_NONE &&
           (carom_json_get(&json, 0, "refused") != CAROM_JSON_NONE ||
            carom_json_get(&json, 0, "error") != CAROM_JSON_NONE);
}

static void print_time(carom_ms at)
{
    unsigned long long ms = (unsigned long long)at;
    printf("%4llu:%02llu.%03llu  ", ms / 60000, ms / 1000 % 60, ms % 1000);
}

static void print_event(const struct replay *replay, const struct carom_table *before, const struct carom_event *event)
{
    char sentence[EVENT_TEXT_MAX];
    if (replay->at_given || replay->review || replay->cli->json)
        return;
    event_text_format(sentence, before, event, CAROM_NO_SEAT);
    print_time(event->at);
    puts(sentence);
}

/* Notes who adds to the chance of the game; the referee has found that it counts. */
static void note_nonce(struct replay *replay, const struct carom_table *before, const struct carom_event *event)
{
    bool joins = event->kind == CAROM_EVENT_JOINED && event->as.joined.nonce.given;
    bool starts = event->kind == CAROM_EVENT_STARTED && event->as.started.nonce.given;
    const char *name = joins ? event->as.joined.name : starts ? carom_table_name(before, event->seat) : "";
    size_t length = strlen(replay->mixers);
    if (*name != '\0')
        snprintf(replay->mixers + length, sizeof replay->mixers - length, "%s%s", length > 0 ? ", " : "", name);
    client_sanitize(replay->mixers + length);
}

/* Says what should have stood in this line. */
static int does_not_follow(struct replay *replay, const struct cli_item *item, const struct carom_event *expected)
{
    static char words[CAROM_JSON_EVENT_MAX];
    struct carom_text text = carom_text_init(words, sizeof words);
    if (expected->seq == 0) {
        cli_input_error(replay->cli, item, NULL, &(struct carom_error){.code = CAROM_ERROR_EVENT_IMPOSSIBLE});
        return CLI_EXIT_NO;
    }
    carom_event_write(&text, &replay->table, expected);
    cli_error(replay->cli, item, N_("this event breaks the rules; expected %.400s"), words);
    return CLI_EXIT_NO;
}

/* The log may have to be gone through again. */
static bool keep(struct replay *replay)
{
    struct kept *kept = malloc(sizeof *kept + replay->lines.length);
    if (kept == NULL)
        return false;
    *kept = (struct kept){.number = replay->lines.number, .length = replay->lines.length};
    memcpy(kept->text, replay->lines.text, kept->length);
    *replay->kept_end = kept;
    replay->kept_end = &kept->next;
    return true;
}

static void free_saved_events(struct replay *replay)
{
    while (replay->kept != NULL) {
        struct kept *next = replay->kept->next;
        free(replay->kept);
        replay->kept = next;
    }
    replay->kept_end = &replay->kept;
}

/* Replays the kept lines now that the secret is known, and checks every draw. */
static int prove(struct replay *replay, const uint8_t secret[CAROM_SECRET_SIZE])
{
    struct carom_event event;
    struct carom_event expected;
    replay->table = (struct carom_table){0};
    for (struct kept *kept = replay->kept; kept != NULL; kept = kept->next) {
        struct cli_item item = {.number = kept->number, .is_stdin_line = true};
        carom_event_read(&event, &replay->table, kept->text, kept->length, NULL); /* it could be read before */
        if (event.kind == CAROM_EVENT_OPENED) {
            if (!carom_opened_reveal(&event, secret)) {
                cli_error(replay->cli, &item, N_("this table was not set up from the seed in 'over'"));
                return CLI_EXIT_NO;
            }
            replay->proven = event.as.opened.rules.seed_known;
        } else if (!carom_referee_verify(&replay->table, &event, &expected)) {
            return does_not_follow(replay, &item, &expected);
        }
        carom_referee_apply(&replay->table, &event);
    }
    return CLI_EXIT_OK;
}

/* One line of the log: CLI_EXIT_OK, CLI_EXIT_NO (it does not follow) or CLI_EXIT_USAGE (it is no event). */
static int replay_line(struct replay *replay)
{
    struct line_reader *lines = &replay->lines;
    struct cli_item item = item_of(replay);
    struct carom_event event;
    struct carom_event expected;
    struct carom_error error;
    if (lines->too_long)
        return cli_error(replay->cli, &item, N_("the line is longer than %d bytes; expected one event"), CLI_LINE_MAX);
    if (lines->text[strspn(lines->text, " \t")] == '\0' || is_no_event(lines))
        return CLI_EXIT_OK;
    if (!carom_event_read(&event, &replay->table, lines->text, lines->length, &error))
        return cli_input_error(replay->cli, &item, NULL, &error);
    if (event.seq != replay->table.seq + 1) {
        cli_error(replay->cli, &item, N_("'seq' is %u; expected %u"), event.seq, replay->table.seq + 1);
        return CLI_EXIT_NO;
    }
    if (!carom_referee_verify(&replay->table, &event, &expected))
        return does_not_follow(replay, &item, &expected);
    print_event(replay, &replay->table, &event);
    note_nonce(replay, &replay->table, &event);
    carom_referee_apply(&replay->table, &event);
    if (replay->review)
        replay_review_event(&replay->table, &event);
    replay->events++;
    const struct carom_rules *rules = &replay->table.rules;
    if (event.kind == CAROM_EVENT_OPENED && rules->seed_secret)
        replay->proven = rules->seed_known;
    if (rules->seed_secret && !replay->proven && !keep(replay))
        return cli_error(replay->cli, &item, N_("out of memory for a log of this size"));
    if (event.kind == CAROM_EVENT_OVER && event.as.over.has_secret && !replay->proven)
        return prove(replay, event.as.over.secret);
    return CLI_EXIT_OK;
}

static void print_table(const struct replay *replay)
{
    static char bytes[CAROM_JSON_REPLY_MAX];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    const struct carom_table *table = &replay->table;
    if (!replay->cli->json) {
        char scores[EVENT_TEXT_MAX];
        if (table->phase != CAROM_PHASE_NONE)
            print_table_board(table, true);
        event_text_scores(scores, table);
        printf(_("After event %u, phase %s. Scores: %s\n"), table->seq, carom_phase_name(table->phase), scores);
        return;
    }
    carom_table_write(&text, table);
    cli_print(&text);
}

static void print_verdict(const struct replay *replay)
{
    printf(replay->table.phase == CAROM_PHASE_OVER
               ? ngettext("%u event, valid. The game is over.\n", "%u events, all valid. The game is over.\n",
                          replay->events)
               : ngettext("%u event, valid. The game is still running.\n",
                          "%u events, all valid. The game is still running.\n", replay->events),
           replay->events);
    if (replay->proven && replay->table.phase == CAROM_PHASE_OVER)
        puts(_("Every random draw came from the seed whose hash was published at the start."));
    if (replay->proven && replay->table.phase == CAROM_PHASE_OVER && replay->mixers[0] != '\0')
        printf(_("These players added to the seed afterwards, so nobody could choose the draws: %s\n"), replay->mixers);
}

static int replay_all(struct replay *replay)
{
    while (line_reader_next(&replay->lines)) {
        if (replay->events == 0 && !replay->lines.too_long &&
            match_line_begins(replay->lines.text, replay->lines.length))
            return replay_match(replay->cli, &replay->lines);
        int status = replay_line(replay);
        if (status != CLI_EXIT_OK)
            return status;
        if (replay->at_given && replay->table.seq == replay->at) {
            print_table(replay);
            return CLI_EXIT_OK;
        }
    }
    if (line_reader_finish(replay->cli, &replay->lines) != CLI_EXIT_OK)
        return CLI_EXIT_USAGE;
    if (replay->events == 0)
        return cli_error(replay->cli, NULL, N_("the log is empty; expected events, one per line"));
    if (replay->at_given) {
        return cli_error(replay->cli, NULL, N_("--at is %llu; the log has the events 1 to %u"),
                         (unsigned long long)replay->at, replay->table.seq);
    }
    if (replay->review)
        replay_review_print(replay->cli);
    else if (replay->cli->json)
        print_table(replay);
    else
        print_verdict(replay);
    return CLI_EXIT_OK;
}

static int run(struct cli *cli)
{
    static struct replay replay;
    const struct cli_option options[] = {
        {.name = "at",
         .value = "SEQ",
         .number = &replay.at,
         .max = UINT32_MAX,
         .given = &replay.at_given,
         .help = N_("show the table as it was after event SEQ")},
        {.name = "review",
         .flag = &replay.review,
         .help = N_("review the game: how each player did, what turned it,\n"
                    "and which shortest routes were missed")},
        {0},
    };
    if (!cli_options_read(cli, options))
        return cli->exit_code;
    replay.cli = cli;
    replay.lines.file = stdin;
    replay.kept_end = &replay.kept;
    if (cli->argc > 1)
        return cli_error(cli, NULL, N_("unexpected '%s'; expected one log"), cli->argv[1]);
    if (cli->argc == 1 && strcmp(cli->argv[0], "-") != 0)
        replay.lines.file = fopen(cli->argv[0], "rb");
    if (replay.lines.file == NULL) {
        return cli_error(cli, NULL, N_("%s: %s; expected a file with events, one per line"), cli->argv[0],
                         strerror(errno));
    }
    int status = replay_all(&replay);
    free_saved_events(&replay);
    if (replay.lines.file != stdin)
        fclose(replay.lines.file);
    return status;
}

const struct cli_command cmd_replay = {
    .name = "replay",
    .run = run,
    .operands = "[LOG]",
    .summary = N_("rebuild a game from its events, and verify it"),
    .about = N_("Reads a log of events, one JSON object per line (without LOG from standard input), tells\n"
                "what happened and checks that each event follows from the rules. With --json it prints\n"
                "the final state of the table instead. Exit code 1 if an event breaks the rules, 2 if a\n"
                "line cannot be read; the message names the line."),
};
