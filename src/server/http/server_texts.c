/*
 * The server's own texts, shown without the page: the password form and link previews. Gettext serves the language of
 * the process, but the server replies in the client's language: so all translations are compiled in, from the
 * catalogues (tools/texts.py form), in the order of the English texts.
 */
#include "internal.h"

#define N_(words) (words)
#define LANGUAGES_MAX 200

static const struct {
    const char *tag;
    const char *texts[SERVER_TEXTS];
} languages[] = {
    {"en",
     {N_("Password"), N_("Continue"), N_("Wrong password."), N_("Too many tries. Please wait a while."),
      N_("Robots without brakes. Play alone, together, or beside your own board."),
      N_("The puzzles of the day: easy, medium, fiendish, Micro Robots."), N_("carom: a challenge"),
      N_("How many moves do you need?"), N_("I solved it in {n} ({time}). How many moves do you need?"),
      N_("carom: a table"), N_("Ricochet Robots: join the game, or watch. No account needed."),
      N_("carom: a finished game"),
      N_("Every round with its bids, the routes that were shown, and the shortest ones.")}},
#include "server_texts.inc"
};
#define LANGUAGES (sizeof languages / sizeof languages[0])
_Static_assert(LANGUAGES <= LANGUAGES_MAX, "more languages than are compared");

static size_t language_of(const struct http_request *request)
{
    const char *tags[LANGUAGES_MAX];
    for (size_t i = 0; i < LANGUAGES; i++)
        tags[i] = languages[i].tag;
    return accept_language(http_header(request, "Accept-Language"), tags, LANGUAGES);
}

const char *server_language(const struct http_request *request)
{
    return languages[language_of(request)].tag;
}

const char *server_text(const struct http_request *request, enum server_text text)
{
    return languages[language_of(request)].texts[text];
}
