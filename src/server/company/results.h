/*
 * The results of one daily puzzle in memory, and what they come to: pure, without store or clock.
 *
 * What an address can do to the figures is bounded: from more than RESULTS_COUNTED_EACH devices of one address nothing
 * counts, not even the first ones, because results in such numbers from one address are most likely invented. Times are
 * what devices say; they are only ever compared, never added up, and impossible ones are not compared. So are bytes and
 * time: long routes are not kept, and figures are counted as results come in, so that a question does not look at all
 * results.
 */
#ifndef SERVER_COMPANY_RESULTS_H
#define SERVER_COMPANY_RESULTS_H

#include "company.h"

#include <carom/route_check.h>

#define RESULTS_MAX TEST_LIMIT(100000u, 60u) /* of a puzzle */
#define RESULTS_COUNTED_EACH 40u             /* from an address; from more, none counts */
#define RESULTS_STORED_EACH 200u             /* from an address; further ones are refused */
#define RESULT_MS_MAX (3 * 24 * 60 * 60 * 1000)
#define RESULT_MS_PER_MOVE 200 /* nobody moves faster, so such a time is not compared */
#define RESULT_MS_COMPARED_MAX (24 * 60 * 60 * 1000)
#define FIGURES_ROUTES 24
#define LISTED_MOVES_MAX 40u /* longer routes are not listed, so they are not kept in memory */
#define RESULT_ROUTE_SIZE (4 * CAROM_CHECK_MOVES_MAX)
#define ORIGIN_SIZE 17 /* 16 hexadecimal digits and a NUL */

/* ---- interner.c ---- */

struct interner {
    char *bytes;
    size_t length;
    size_t size;
    size_t *starts; /* [number]: offset in `bytes` */
    size_t capacity;
    uint32_t count;
    uint32_t *slots; /* hash table of number + 1 */
    size_t slot_count;
};

#define INTERNER_NONE UINT32_MAX

/* The number of a text, counted from 0 in the order in which they came. */
uint32_t interner_add(struct interner *interner, const char *text);
/* The same; INTERNER_NONE: it has not come. */
uint32_t interner_find(const struct interner *interner, const char *text);
const char *interner_text(const struct interner *interner, uint32_t number);
void interner_destroy(struct interner *interner);

/* ---- results.c ---- */

/* A result as it is stored. */
struct daily_result {
    char device[DEVICE_LENGTH + 1];
    uint32_t moves;
    uint32_t ms;
    char route[RESULT_ROUTE_SIZE]; /* in notation, as the core writes it */
    char address[ORIGIN_SIZE];     /* hashes of its address and (IPv6) of its /48, by a key that is never stored */
    char network[ORIGIN_SIZE];     /* empty: none */
};
/* Sets `address` and `network`. */
void company_origin(const struct company *company, const struct client_addr *from, struct daily_result *result);
void daily_result_write(struct carom_text *text, const void *result);
bool daily_result_read(struct daily_result *result, const char *device, const char *body);

struct result_entry {
    uint8_t device[DEVICE_LENGTH / 2];
    uint32_t moves;
    uint32_t ms;
    uint32_t route;            /* in `routes`; INTERNER_NONE: too long to be listed */
    uint32_t address, network; /* in `origins` */
    bool counts;
};

/* What all results that count come to, and, for a device, how its own compares. */
struct figures {
    uint32_t solved;
    uint32_t shortest;
    uint32_t histogram[CAROM_CHECK_MOVES_MAX + 1]; /* [moves]: people */
    bool mine;                                     /* the device has a result */
    int faster;                                    /* per cent of the others who took longer; -1: not known */
    unsigned route_count;
    struct figures_route {
        uint32_t route;
        uint32_t people;
        uint32_t moves;
    } routes[FIGURES_ROUTES + 1]; /* those that most people found first; the last place is for sorting */
};

/* Owns its memory. Zero it before first use; end it with results_destroy. */
struct results {
    struct result_entry *entries;
    size_t count;
    size_t capacity;
    struct interner routes;
    struct interner origins;
    uint32_t *origin_counts; /* [number]: results from there */
    size_t origin_capacity;
    uint32_t *people; /* [route]: whose results count */
    size_t people_capacity;
    struct figures all; /* of all results that count, without those of a device */
    bool outdated;      /* from an origin nothing counts any more: `all` has to be counted again */
};

/* Has the device a result? */
bool results_has(const struct results *results, const char *device);
/* Adds a result of a device that has none. */
void results_add(struct results *results, const struct daily_result *result);
/* How many results came from the address, or a quarter of those from its /48, whichever is more. */
uint32_t results_from(const struct results *results, const struct daily_result *result);
void results_destroy(struct results *results);

/* `device`: hashed; NULL: nobody's. */
void results_figures(struct results *results, const char *device, uint32_t optimum, struct figures *figures);

#endif
