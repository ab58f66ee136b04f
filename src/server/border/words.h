/*
 * Words that come from outside and words that are handed out: table codes, nicknames, player ids, tokens.
 */
#ifndef SERVER_WORDS_H
#define SERVER_WORDS_H

#include <carom/text.h>

#define CODE_LENGTH 6
#define TOKEN_LENGTH 22 /* 128 bits in base64url */
#define TOKEN_HASH 32
#define NAME_MOST 48 /* bytes */

/* Reads a code in any case, with blanks and hyphens anywhere; `code` gets CODE_LENGTH characters and a NUL. */
bool code_read(char code[CODE_LENGTH + 1], const char *text, size_t length);
void code_random(char code[CODE_LENGTH + 1]);

enum name_fault {
    NAME_GOOD,
    NAME_EMPTY,
    NAME_LONG,
    NAME_BAD, /* not UTF-8, or with characters that could deceive or disturb the other players' screens */
};
/* Cuts blanks from both ends into `name` (NAME_MOST bytes and a NUL) and says whether it will do. */
enum name_fault name_read(char name[NAME_MOST + 1], const char *text, size_t length);
/* Would people take one for the other? ASCII letters count as the same in either case. */
bool name_same(const char *a, const char *b);

/* `bot-5-2`: level 5. 0 if it is no bot's id. */
unsigned bot_level_of_id(const char *id);
/* `p12`: 12. 0 if it is no such id. */
unsigned player_number_of_id(const char *id);

/* Tokens of seats: made from the system's random source, kept only as hashes, compared in constant time. */
void token_random(char token[TOKEN_LENGTH + 1]);
bool token_well_formed(const char *token, size_t length);
void token_hash(uint8_t hash[TOKEN_HASH], const char *token);
bool token_hash_equal(const uint8_t a[TOKEN_HASH], const uint8_t b[TOKEN_HASH]);

/* A seed for a game: below 2^53. */
uint64_t seed_random(void);
/* A number for the table with that time of creation: rising with time, unique by chance. */
int64_t table_number_random(int64_t created);

#endif
