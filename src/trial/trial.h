/*
 * A server with one table and one guest, to try clients with (`carom conformance --listen`): the public protocol from
 * the other end, and what the guest does wrong noted. What happens at the table is said by whoever holds the trial.
 */
#ifndef TRIAL_H
#define TRIAL_H

#include "../client/wire.h"

#define HOST_CODE "K7M2QXAB"
#define HOST_EVENTS 512
#define HOST_TOKEN 23

struct host {
    int socket;
    unsigned port;
    struct carom_table table;
    uint32_t game;
    char *events[HOST_EVENTS]; /* of this game, as players see them; the host's */

    struct wire *wire; /* the guest's line, or NULL */
    char token[HOST_TOKEN];
    char guest[CAROM_ID_SIZE]; /* its player's id; "": it has not sat down */
    bool welcomed;             /* on this line */
    uint32_t told;             /* the last event that was sent to it */
    unsigned ended;            /* ... and ended itself */
    unsigned lines;            /* WebSockets it has opened so far */

    /* what is to be judged */
    bool handshake_wrong;
    bool hello_wrong; /* the first message of a line was none, or had not what it needs */
    bool token_wrong; /* it came back without its token */
    bool since_wrong; /* ... or asked for something else than what it had missed */
    bool joined_twice;
    bool name_wrong;
    bool json_wrong;    /* a message was no object, or its id no number of the right size */
    bool request_wrong; /* unknown, or a member was missing or of the wrong kind */
    unsigned refusals;  /* by the referee */
    unsigned bids, moves;
    bool closed; /* the last line was ended by a close frame of the guest */
};

bool host_open(struct host *host, unsigned port);
void host_close(struct host *host);
/* Lays the table for another game, Ada and the guest seated again; `token` is the only target. */
bool host_begin(struct host *host, const char *token);
/* Ada, or anybody else, does something, or only time passes; the guest is told. False if the referee refused it. */
bool host_run(struct host *host, struct carom_command *command, struct carom_refusal *refusal);
/* Lets happen what happens in so many ms at most: connections, messages, deadlines. */
void host_wait(struct host *host, int ms);
/* Sends something to the guest that is JSON already. */
/* Tells the guest that the table was closed, and lets it go. */
void host_bye(struct host *host);
/* Ends the line as if a cable had been pulled out. */
void host_cut(struct host *host);
carom_ms host_now(void);

/* http.c: answers a request whose head has been read, and closes the socket. */
void http_answer(int fd, const char *head);

#endif
