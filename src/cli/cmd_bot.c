/*
 * `carom bot`: sits down at any table as a marked bot, over the public protocol, with the same player as the server's
 * own bots (src/player).
 */
#include "place.h"
#include "story.h"

#include "../player/player.h"

#include <carom/heap.h>
#include <signal.h>
#include <string.h>

#define NODES_MOST 1000000 /* of a round's search, so that it answers the server in time */
#define SOLVE_MS 2000      /* the same bound in time ... */
#define THINK_MS 1000      /* ... and that of what the player makes of it */
#define WAIT_MS 1000
#define NEXT_MS 4000 /* where only bots play: time to look at what was shown */

struct bot {
    const char *name;
    unsigned level;
    uint64_t games; /* 0: for ever */
    bool quiet;
    struct client *client;
    struct carom_solver *solver;
    struct carom_random random;
    struct player_plan plan;
    struct player player;
    uint32_t game; /* which the plan is for */
    uint64_t act_id;
    carom_ms next_at; /* when it votes for the next round; 0: not */
    uint32_t over;    /* the last game seen to its end */
    uint64_t finished;
};

static volatile sig_atomic_t told_to_leave;

static void on_signal(int number)
{
    (void)number;
    told_to_leave = 1;
}

static bool is_told_to_leave(void *context)
{
    (void)context;
    return told_to_leave != 0;
}

/* Whether the player has to stop thinking. */
static bool is_thought_over(void *deadline)
{
    return told_to_leave != 0 || carom_clock(NULL) >= *(const uint64_t *)deadline;
}

static void on_event(void *context, const struct client *client, const struct carom_event *event)
{
    const struct bot *bot = context;
    static char sentence[STORY_MAX];
    if (bot->quiet)
        return;
    story_tell(sentence, &client->session.table, event, CAROM_NO_SEAT);
    puts(sentence);
    fflush(stdout);
}

/* ---- the round ---- */

static void think(struct bot *bot)
{
    static struct carom_answer answer;
    struct carom_puzzle puzzle;
    struct carom_solve_options options = {
        .max_nodes = NODES_MOST, .max_ms = SOLVE_MS, .now = carom_clock, .cancelled = is_told_to_leave};
    const struct carom_table *table = &bot->client->session.table;
    if (table->phase != CAROM_PHASE_BIDDING || !carom_table_puzzle(table, &puzzle) ||
        (bot->player.round == table->rounds && bot->game == bot->client->game))
        return;
    carom_answer_find(bot->solver, &puzzle, &options, &answer);
    uint64_t deadline = carom_clock(NULL) + THINK_MS;
    struct player_question question = {
        .puzzle = &puzzle, .answer = &answer, .over = is_thought_over, .context = &deadline};
    player_think(&bot->plan, &question, bot->level, carom_random_next(&bot->random));
    bot->player = (struct player){.plan = &bot->plan, .round = table->rounds};
    bot->game = bot->client->game;
}

/* Where nobody else can say so, bots begin the next round by themselves. */
static bool only_bots(const struct carom_table *table)
{
    for (unsigned i = 0; i < table->seats; i++)
        if (table->players[i].seated && strncmp(carom_table_id(table, i), "bot-", 4) != 0)
            return false;
    return true;
}

static void want_next(struct bot *bot, carom_ms now)
{
    const struct carom_table *table = &bot->client->session.table;
    if (table->phase != CAROM_PHASE_BETWEEN || !only_bots(table)) {
        bot->next_at = 0;
    } else if (bot->next_at == 0) {
        bot->next_at = now + NEXT_MS;
    } else if (now >= bot->next_at) {
        bot->next_at = CAROM_AT_MAX;
        client_request(bot->client, "next");
        client_send(bot->client);
    }
}

/* Looks at the table, and does what is due. */
static void play(struct bot *bot)
{
    const struct carom_table *table = &bot->client->session.table;
    unsigned seat = client_seat(bot->client);
    carom_ms now = client_now(bot->client);
    struct carom_command command;
    if (seat == CAROM_NO_SEAT || !bot->client->welcomed)
        return;
    think(bot);
    player_look(&bot->player, table, seat, now);
    if (bot->act_id == 0 && bot->player.act_at != 0 && bot->player.act_at <= now &&
        player_act(&bot->player, table, seat, now, &command))
        bot->act_id = client_command(bot->client, &command);
    want_next(bot, now);
    if (table->phase == CAROM_PHASE_OVER && bot->over != bot->client->game) {
        bot->over = bot->client->game;
        bot->finished++;
    }
}

/* ---- the line ---- */

/* False: it was refused a seat, and says so. */
static bool hear(struct cli *cli, struct bot *bot)
{
    struct client *client = bot->client;
    bool accepted;
    if (client_answers(client, bot->act_id, &accepted))
        bot->act_id = 0;
    if (client_is(client, "welcome"))
        bot->act_id = 0;
    if (client_sit(client, bot->name, bot->level))
        return true;
    char sentence[CLIENT_WHY];
    client_refusal(client, sentence);
    cli_say(cli, NULL, sentence);
    return false;
}

static int wait_ms(const struct bot *bot)
{
    carom_ms left = bot->player.act_at - client_now(bot->client);
    if (bot->player.act_at == 0 || left > WAIT_MS)
        return WAIT_MS;
    return left > 0 ? (int)left : 1;
}

static int follow(struct cli *cli, struct bot *bot)
{
    while (!told_to_leave && (bot->games == 0 || bot->finished < bot->games)) {
        switch (client_next(bot->client, wait_ms(bot))) {
        case CLIENT_MESSAGE:
            if (!hear(cli, bot))
                return CLI_NO;
            break;
        case CLIENT_NOTHING:
            break;
        case CLIENT_LOST:
            fprintf(stderr, "carom bot: %s\n", _(bot->client->why));
            break;
        case CLIENT_ENDED:
            cli_say(cli, NULL, bot->client->why);
            return CLI_NO;
        }
        play(bot);
    }
    client_leave(bot->client);
    return CLI_DONE;
}

static int sit_down(struct cli *cli, struct bot *bot, const char *authorities)
{
    struct client_place place;
    if (!cli_place(cli, &place, authorities, true))
        return cli->status;
    bot->client = client_new(&place, NULL);
    bot->solver = carom_solver_new(&carom_heap);
    if (bot->client == NULL || bot->solver == NULL)
        return cli_error(cli, NULL, N_("there is not enough memory"));
    bot->client->on_event = on_event;
    bot->client->context = bot;
    sigaction(SIGINT, &(struct sigaction){.sa_handler = on_signal}, NULL);
    sigaction(SIGTERM, &(struct sigaction){.sa_handler = on_signal}, NULL);
    return follow(cli, bot);
}

static int run(struct cli *cli)
{
    static struct bot bot;
    uint64_t level = 5, seed = 0;
    bool seeded = false;
    const char *authorities = NULL;
    bot.name = "Carom";
    const struct cli_option options[] = {
        {.name = "level",
         .takes = "N",
         .number = &level,
         .least = 1,
         .most = PLAYER_LEVELS,
         .help = N_("how well it plays, 1 to 10 (5)")},
        {.name = "name", .takes = "NAME", .words = &bot.name, .help = N_("what it is called (Carom)")},
        {.name = "games", .takes = "N", .number = &bot.games, .help = N_("leave after so many games (stay)")},
        {.name = "seed", .takes = "N", .number = &seed, .given = &seeded, .help = N_("think by this chance (any)")},
        {.name = "quiet", .letter = 'q', .flag = &bot.quiet, .help = N_("do not tell what happens")},
        CLI_AUTHORITIES(authorities),
        {0},
    };
    if (!cli_options_read(cli, options))
        return cli->status;
    if (cli->argc != 1)
        return cli_error(cli, NULL, N_("expected the address of a table"));
    bot.level = (unsigned)level;
    bot.random = carom_random_seed(seeded ? seed : cli_any_seed());
    int status = sit_down(cli, &bot, authorities);
    client_free(bot.client);
    if (bot.solver != NULL)
        carom_solver_free(bot.solver);
    return status;
}

const struct cli_command cmd_bot = {
    .name = "bot",
    .run = run,
    .operands = "http[s]://HOST:PORT/t/CODE",
    .summary = N_("let a program play at a table on a server"),
    .about = N_("Sits down at the table as a bot that everybody sees to be one, and plays until it is told\n"
                "to stop (Ctrl-C) or the table is closed. Level 1 sees routes of up to four moves of one\n"
                "robot, level 10 nearly always the shortest; docs/bots.md has all of them."),
};
