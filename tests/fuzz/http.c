/* HTTP as the whole server hears it: libmicrohttpd, heads, addresses, queries, hosts, forwarded addresses, bodies,
 * upgrades, over its Unix socket. The first byte says in how large pieces the rest arrives. Whatever comes in, what
 * comes back is HTTP, never an error of the server's own, and nobody stays who has gone. What a request lets be solved
 * or drawn is waited for: it goes all the way through its handler. */
#include "fuzz.h"

#include "../../src/server/bots/bots.h"
#include "../../src/server/company/company.h"
#include "../../src/server/http/http.h"
#include "../../src/server/requests/requests.h"
#include "../../src/server/server.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <sys/un.h>
#include <unistd.h>

#define PIECES 8
#define TURNS 8        /* until nothing more is expected at once */
#define SWEEP_RUNS 256 /* between two sweeps */
#define DAY_MS (24 * 60 * 60 * 1000)

static struct base base;
static struct net net;
static struct jobs jobs;
static struct tables tables;
static struct company company;
static struct http *http;
static char folder[64];
static struct sockaddr_un place = {.sun_family = AF_UNIX};

static void on_failed(void *context)
{
    (void)context;
    abort();
}

static void clean_up(void)
{
    static const char *const names[] = {"socket", "data.db", "data.db-wal", "data.db-shm", "data.db-lock"};
    char path[sizeof folder + 32];
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

/* A circle with a match, so that requests about them reach what they ask for. Whoever asks as a member is the first of
 * many with the same token: some inputs leave. */
static void put_circle(struct store *store)
{
    static const char code[] = "K7M2QXABCD3F";
    uint8_t hash[SEAT_TOKEN_HASH_SIZE];
    char token[2 * SEAT_TOKEN_HASH_SIZE + 1], key[STORE_KEY_SIZE], body[512];
    struct store_batch batch = {0};
    int64_t group = store_record_group(code);
    long long now = clock_now_ms();
    seat_token_hash(hash, "AAAAAAAAAAAAAAAAAAAAAA");
    sodium_bin2hex(token, sizeof token, hash, sizeof hash);
    for (unsigned i = 0; i < CIRCLE_MEMBERS_MAX; i++) {
        snprintf(key, sizeof key, "m%012u", i);
        snprintf(body, sizeof body, "{\"name\":\"Ana %u\",\"joined\":1,\"device\":\"\",\"token\":\"%s\"}", i, token);
        promise(store_batch_insert_record(&batch, group, &(struct store_record){STORE_MEMBERS, code, key, body}));
    }
    snprintf(body, sizeof body, "{\"name\":\"Team\",\"created\":1,\"used\":%lld,\"members\":%u}", now / DAY_MS,
             CIRCLE_MEMBERS_MAX);
    promise(store_batch_insert_record(&batch, group, &(struct store_record){STORE_CIRCLES, code, CIRCLE_KEY, body}));
    snprintf(body, sizeof body,
             "{\"at\":%lld,\"ev\":\"match\",\"targets\":1,\"ends\":%lld,\"positions\":[\"%s\"],\"shortest\":[5]}", now,
             now + DAY_MS, "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg");
    promise(store_batch_insert_record(&batch, group, &(struct store_record){STORE_MATCHES, code, "00000001", body}));
    promise(store_append(store, &batch));
    store_batch_destroy(&batch);
}

static void start(void)
{
    static struct serve_options options;
    static char data[sizeof folder + 32];
    char fault[STORE_ERROR_SIZE];
    signal(SIGPIPE, SIG_IGN);
    snprintf(folder, sizeof folder, "/tmp/carom-fuzz-XXXXXX");
    promise(sodium_init() >= 0 && mkdtemp(folder) != NULL);
    atexit(clean_up);
    snprintf(place.sun_path, sizeof place.sun_path, "%s/socket", folder);
    snprintf(data, sizeof data, "%s/data.db", folder);
    options = serve_defaults();
    options.address = place.sun_path;
    options.data = data;
    options.web = folder;
    options.proxies = "unix,10.0.0.0/8";
    options.hostnames[0] = "carom.example";
    options.log_level = SERVE_LOG_ERROR;
    options.request_rate = options.picture_rate = options.failed_lookups_per_hour = options.new_tables_per_hour = 0;
    options.public_nodes = 100;
    options.idle_seconds = 0;
    log_set(SERVE_LOG_ERROR, SERVE_LOG_LOGFMT);
    base = (struct base){.options = &options, .public_url = "http://carom.example"};
    struct store *store = store_open_sqlite(data, fault);
    promise(store != NULL && uv_loop_init(&base.loop) == 0);
    put_circle(store);
    net = (struct net){.base = &base, .events = &requests_net_events, .context = &tables};
    jobs = (struct jobs){.base = &base};
    tables = (struct tables){.base = &base, .store = store, .jobs = &jobs, .bots = &bot_callbacks};
    client_addrs_init(&net.client_addrs, 256);
    promise((http = http_start(&base, &net, &tables, &jobs, &company)) != NULL);
    tables_start(&tables, on_failed, NULL);
    company_start(&company, &base, &tables, &jobs, NULL);
    jobs_start(&jobs);
}

static void turn(void)
{
    uv_run(&base.loop, UV_RUN_NOWAIT);
    commit_flush(&tables);
    http_run(http);
    net_flush(&net);
    tables_set_timers(&tables);
}

/* Is something being solved, drawn or stored? A request has not gone through its handler before that is done. */
static bool works(void)
{
    unsigned count = 0;
    for (unsigned i = 0; i < JOB_KINDS; i++)
        count += jobs.waiting_count[i] + jobs.running_count[i];
    return count > 0 || company.op_count > 0;
}

/* What has come back so far; the beginning of it is looked at. */
static bool read_answer(int fd, size_t *got)
{
    char bytes[1 << 16];
    ssize_t length;
    while ((length = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT)) > 0) {
        if (*got == 0 && length >= 12)
            promise(memcmp(bytes, "HTTP/1.", 7) == 0 && bytes[9] >= '1' && bytes[9] <= '5' &&
                    memcmp(bytes + 9, "500", 3) != 0);
        *got += (size_t)length;
    }
    return length == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static unsigned runs;
    size_t got = 0;
    if (http == NULL)
        start();
    if (size == 0)
        return 0;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    promise(connect(fd, (struct sockaddr *)&place, sizeof place) == 0);
    size_t piece = 1 + size / (1 + data[0] % PIECES);
    turn();
    for (size_t at = 1; at < size; at += piece) {
        ssize_t gone = send(fd, data + at, size - at < piece ? size - at : piece, 0);
        (void)gone; /* the server may have closed it */
        turn();
    }
    for (unsigned i = 0; (i < TURNS || works()) && !read_answer(fd, &got); i++)
        turn();
    close(fd);
    turn();
    if (++runs % SWEEP_RUNS == 0) {
        tables_unload_idle(&tables, clock_now_ms());
        http_sweep(http, clock_now_ms());
        net_sweep(&net, clock_now_ms());
        company_sweep(&company, clock_now_ms());
    }
    promise(net.sockets < 64);
    return 0;
}
