/*
 * Threads that help a solver.
 *
 * A round is open while its number is odd. A helper that sees an open round enters it; at the end the caller closes the
 * round and waits for those inside, not for those who have not come: on a busy machine the caller does the work alone.
 * Rounds follow each other within microseconds, so helpers look for the next one for a while before they sleep.
 */
#include <carom/team.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define LOOKS 20000 /* for the next round, before a helper sleeps: about 50 microseconds */

struct helper {
    struct threads *threads;
    unsigned part;
    pthread_t thread;
};

struct threads {
    struct carom_team team;
    atomic_uint round; /* odd: open */
    atomic_uint inside;
    atomic_uint asleep;
    atomic_bool ending;
    void (*work)(void *state, unsigned part);
    void *state;
    pthread_mutex_t lock;
    pthread_cond_t opened;
    unsigned helpers;
    struct helper helper[CAROM_TEAM_MAX - 1];
};

static inline void pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static bool is_open(unsigned round)
{
    return (round & 1u) != 0;
}

/* Is there something to do after this round? */
static bool is_called(struct threads *threads, unsigned last)
{
    unsigned round = atomic_load(&threads->round);
    return (round != last && is_open(round)) || atomic_load(&threads->ending);
}

static void sleep_until_called(struct threads *threads, unsigned last)
{
    pthread_mutex_lock(&threads->lock);
    atomic_fetch_add(&threads->asleep, 1);
    while (!is_called(threads, last))
        pthread_cond_wait(&threads->opened, &threads->lock);
    atomic_fetch_sub(&threads->asleep, 1);
    pthread_mutex_unlock(&threads->lock);
}

static void *help(void *context)
{
    struct helper *helper = context;
    struct threads *threads = helper->threads;
    unsigned last = 0;
    while (!atomic_load(&threads->ending)) {
        for (unsigned look = 0; look < LOOKS && !is_called(threads, last); look++)
            pause_briefly();
        if (!is_called(threads, last))
            sleep_until_called(threads, last);
        unsigned round = atomic_load(&threads->round);
        if (round == last || !is_open(round))
            continue;
        last = round;
        atomic_fetch_add(&threads->inside, 1);
        if (atomic_load(&threads->round) == round)
            threads->work(threads->state, helper->part);
        atomic_fetch_sub(&threads->inside, 1);
    }
    return NULL;
}

static void run(void *context, void (*work)(void *state, unsigned part), void *state)
{
    struct threads *threads = context;
    threads->work = work;
    threads->state = state;
    atomic_fetch_add(&threads->round, 1);
    if (atomic_load(&threads->asleep) > 0) {
        pthread_mutex_lock(&threads->lock);
        pthread_cond_broadcast(&threads->opened);
        pthread_mutex_unlock(&threads->lock);
    }
    work(state, 0);
    atomic_fetch_add(&threads->round, 1);
    while (atomic_load(&threads->inside) > 0)
        pause_briefly();
}

struct carom_team *carom_team_new(unsigned threads_wanted)
{
    struct threads *threads = threads_wanted < 2 ? NULL : calloc(1, sizeof *threads);
    if (threads == NULL)
        return NULL;
    pthread_mutex_init(&threads->lock, NULL);
    pthread_cond_init(&threads->opened, NULL);
    while (threads->helpers < CAROM_TEAM_MAX - 1 && threads->helpers + 1 < threads_wanted) {
        struct helper *helper = &threads->helper[threads->helpers];
        helper->threads = threads;
        helper->part = threads->helpers + 1;
        if (pthread_create(&helper->thread, NULL, help, helper) != 0)
            break;
        threads->helpers++;
    }
    threads->team = (struct carom_team){run, threads, threads->helpers + 1};
    if (threads->helpers > 0)
        return &threads->team;
    carom_team_free(&threads->team);
    return NULL;
}

void carom_team_free(struct carom_team *team)
{
    struct threads *threads = team != NULL ? team->context : NULL;
    if (threads == NULL)
        return;
    atomic_store(&threads->ending, true);
    pthread_mutex_lock(&threads->lock);
    pthread_cond_broadcast(&threads->opened);
    pthread_mutex_unlock(&threads->lock);
    for (unsigned i = 0; i < threads->helpers; i++)
        pthread_join(threads->helper[i].thread, NULL);
    pthread_cond_destroy(&threads->opened);
    pthread_mutex_destroy(&threads->lock);
    free(threads);
}
