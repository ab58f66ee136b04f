/*
 * Answers. They leave after the commit of what they tell of, in the order in which they were made.
 */
#include "room.h"

struct answer {
    const char *type;
    const struct request *request;
    text_writer *more;
    const void *context;
};

static void write_answer(struct carom_text *text, const void *context)
{
    const struct answer *answer = context;
    carom_json_begin(text, NULL, '{');
    carom_json_words(text, "type", answer->type);
    if (answer->request->has_id)
        carom_json_number(text, "id", answer->request->id);
    answer->more(text, answer->context);
    carom_json_end(text, '}');
}

struct bytes *answer_frame(const char *type, const struct request *request, text_writer *more, const void *context)
{
    return frame_write(write_answer, &(struct answer){type, request, more, context});
}

struct good {
    const struct table *table;
    const struct member *members;
};

static void write_good(struct carom_text *text, const void *context)
{
    const struct good *good = context;
    carom_json_flag(text, "ok", true);
    carom_json_number(text, "seq", good->table->state.seq);
    for (const struct member *member = good->members; member != NULL && member->key != NULL; member++)
        if (member->write != NULL)
            member->write(text, good->table);
        else if (member->words != NULL)
            carom_json_words(text, member->key, member->words);
        else
            carom_json_number(text, member->key, member->number);
}

void answer_good(const struct asking *asking, const struct table *table, const struct member *members)
{
    struct bytes *frame = answer_frame("answer", asking->request, write_good, &(struct good){table, members});
    commit_to_peer(asking->tables, asking->peer, frame);
}

struct refusing {
    const char *word;
    const struct refused *refused;
};

static void write_refused(struct carom_text *text, const void *context)
{
    const struct refusing *refusing = context;
    carom_json_flag(text, "ok", false);
    refused_write(text, refusing->word, refusing->refused);
}

struct bytes *answer_frame_refused(struct tables *tables, const struct request *request, const struct refused *refused)
{
    tables->base->metrics.refused_total++;
    return answer_frame("answer", request, write_refused, &(struct refusing){request->word, refused});
}

void answer_refused(const struct asking *asking, const struct refused *refused)
{
    commit_to_peer(asking->tables, asking->peer, answer_frame_refused(asking->tables, asking->request, refused));
}

void answer_why(const struct asking *asking, enum why why, int64_t number)
{
    struct refused refused;
    refuse_number(&refused, why, number);
    answer_refused(asking, &refused);
}

void answer_now(const struct asking *asking, enum why why)
{
    struct refused refused;
    refuse_number(&refused, why, 1000);
    struct bytes *frame = answer_frame_refused(asking->tables, asking->request, &refused);
    peer_send(asking->peer, frame);
    bytes_release(frame);
}
