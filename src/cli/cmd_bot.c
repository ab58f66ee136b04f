/*
 * `carom bot`: sits down at any table as a marked bot, over the public protocol, with the same player as the server's
 * own bots (src/bot).
 */
#include "event_text.h"
#include "server_url.h"

#include "../bot/bot.h"

#include <carom/libc_allocator.h>
#include <signal.h>
#include <string.h>

#define SOLVE_NODES_MAX 1000000 /* of a round's search, so that it answers the server in time */
#define SOLVE_MS 2000           /* the same bound in time ... */
#define THINK_MS 1000           /* ... and that of what the player makes of it */
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
    struct bot_plan plan;
    struct bot_state state;
    uint32_t game; /* which the plan is for */
    uint64_t act_id;
    carom_ms next_at; /* when it votes for the next round; 0: not */
    uint32_t over;    /* the last game seen to its end */
    uint64_t finished;
};

static volatile sig_atomic_t leave_requested;

static void on_signal(int number)
{
    (void)number;
    leave_requested = 1;
}

static bool is_told_to_leave(void *context)
{
    (void)context;
    return leave_requested != 0;
}

/* Whether the player has to stop thinking. */
static bool is_thought_over(void *deadline)
{
    return leave_requested != 0 || carom_clock(NULL) >= *(const uint64_t *)deadline;
}

static void on_event(void *context, const struct client *client, const struct carom_event *event)
{
    const struct bot *bot = context;
    static char sentence[EVENT_TEXT_MAX];
    if (bot->quiet)
        return;
    event_text_format(sentence, &client->json_game.table, event, CAROM_NO_SEAT);
    puts(sentence);
    fflush(stdout);
}

/* ---- the round ---- */

static void think(struct bot *bot)
{
    static struct carom_answer answer;
    struct carom_puzzle puzzle;
    struct carom_solve_options options = {
        .max_nodes = SOLVE_NODES_MAX, .max_ms = SOLVE_MS, .now = carom_clock, .cancelled = is_told_to_leave};
    const struct carom_table *table = &bot->client->json_game.table;
    if (table->phase != CAROM_PHASE_BIDDING || !carom_table_round_puzzle(table, &puzzle) ||
        (bot->state.round == table->rounds && bot->game == bot->client->game_number))
        return;
    carom_answer_solve(bot->solver, &puzzle, &options, &answer);
    uint64_t deadline = carom_clock(NULL) + THINK_MS;
    struct bot_problem problem = {.puzzle = &puzzle, .answer = &answer, .over = is_thought_over, .context = &deadline};
    bot_think(&bot->plan, &problem, bot->level, carom_random_next(&bot->random));
    bot->state = (struct bot_state){.plan = &bot->plan, .round = table->rounds};
    bot->game = bot->client->game_number;
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
    const struct carom_table *table = &bot->client->json_game.table;
    if (table->phase != CAROM_PHASE_BETWEEN_ROUNDS || !only_bots(table)) {
        bot->next_at = 0;
    } else if (bot->next_at == 0) {
        bot->next_at = now + NEXT_MS;
    } else if (now >= bot->next_at) {
        bot->next_at = CAROM_TIME_MAX;
        client_request(bot->client, "next");
        client_send(bot->client);
    }
}

/* Looks at the table, and does what is due. */
static void play(struct bot *bot)
{
    const struct carom_table *table = &bot->client->json_game.table;
    unsigned seat = client_seat(bot->client);
    carom_ms now = client_now(bot->client);
    struct carom_command command;
    if (seat == CAROM_NO_SEAT || !bot->client->welcomed)
        return;
    think(bot);
    bot_update(&bot->state, table, seat, now);
    if (bot->act_id == 0 && bot->state.wake_at != 0 && bot->state.wake_at <= now &&
        bot_act(&bot->state, table, seat, now, &command))
        bot->act_id = client_command(bot->client, &command);
    want_next(bot, now);
    if (table->phase == CAROM_PHASE_OVER && bot->over != bot->client->game_number) {
        bot->over = bot->client->game_number;
        bot->finished++;
    }
}

/* ---- the line ---- */

/* False: it was refused a seat, and says so. */
static bool handle_event(struct cli *cli, struct bot *bot)
{
    struct client *client = bot->client;
    bool accepted;
    if (client_is_reply_to(client, bot->act_id, &accepted))
        bot->act_id = 0;
    if (client_is(client, "welcome"))
        bot->act_id = 0;
    if (client_join(client, bot->name, bot->level))
        return true;
    char sentence[CLIENT_REASON_SIZE];
    client_refusal(client, sentence);
    cli_error_sentence(cli, NULL, sentence);
    return false;
}

static int wait_ms(const struct bot *bot)
{
    carom_ms left = bot->state.wake_at - client_now(bot->client);
    if (bot->state.wake_at == 0 || left > WAIT_MS)
        return WAIT_MS;
    return left > 0 ? (int)left : 1;
}

static int follow(struct cli *cli, struct bot *bot)
{
    while (!leave_requested && (bot->games == 0 || bot->finished < bot->games)) {
        switch (client_poll(bot->client, wait_ms(bot))) {
        case CLIENT_MESSAGE:
            if (!handle_event(cli, bot))
                return CLI_EXIT_NO;
            break;
        case CLIENT_IDLE:
            break;
        case CLIENT_DISCONNECTED:
            fprintf(stderr, "carom bot: %s\n", _(bot->client->reason));
            break;
        case CLIENT_CLOSED:
            cli_error_sentence(cli, NULL, bot->client->reason);
            return CLI_EXIT_NO;
        }
        play(bot);
    }
    client_leave(bot->client);
    return CLI_EXIT_OK;
}

static int sit_down(struct cli *cli, struct bot *bot, const char *authorities)
{
    struct server_url url;
    if (!cli_server_url(cli, &url, authorities, true))
        return cli->exit_code;
    bot->client = client_new(&url, NULL);
    bot->solver = carom_solver_new(&carom_libc_allocator);
    if (bot->client == NULL || bot->solver == NULL)
        return cli_error(cli, NULL, N_("out of memory"));
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
         .value = "N",
         .number = &level,
         .min = 1,
         .max = BOT_LEVELS,
         .help = N_("playing strength, 1 to 10 (5)")},
        {.name = "name", .value = "NAME", .strings = &bot.name, .help = N_("its name at the table (Carom)")},
        {.name = "games", .value = "N", .number = &bot.games, .help = N_("leave after N games (default: stay)")},
        {.name = "seed",
         .value = "N",
         .number = &seed,
         .given = &seeded,
         .help = N_("seed for its random decisions (default: random)")},
        {.name = "quiet", .letter = 'q', .flag = &bot.quiet, .help = N_("do not report what happens")},
        CLI_CA_OPTION(authorities),
        {0},
    };
    if (!cli_options_read(cli, options))
        return cli->exit_code;
    if (cli->argc != 1)
        return cli_error(cli, NULL, N_("give the table's address: http://HOST:PORT/t/CODE"));
    bot.level = (unsigned)level;
    bot.random = carom_random_seed(seeded ? seed : cli_random_seed());
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
    .summary = N_("seat a bot at a table on a server"),
    .about = N_("Joins the table as a bot (everyone sees that it is one) and plays until you stop it with\n"
                "Ctrl-C or the table closes. Level 1 sees routes of up to four moves of one robot; level 10\n"
                "nearly always finds the shortest. docs/reference/bots.md describes all levels."),
};
