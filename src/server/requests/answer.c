/*
 * Answers. They leave after the commit of what they tell of, in the order in which they were made.
 */
#include "room.h"

#define ANSWER_BYTES (128 * 1024) /* a state of the largest table */

static char bytes[ANSWER_BYTES];
static struct carom_text answer;

struct carom_text *answer_begin(const char *type, const struct request *request)
{
    answer = carom_text_in(bytes, sizeof bytes);
    carom_json_begin(&answer, NULL, '{');
    carom_json_words(&answer, "type", type);
    if (request->has_id)
        carom_json_number(&answer, "id", request->id);
    return &answer;
}

struct carom_text *answer_good(const struct table *table, const struct request *request)
{
    answer_begin("answer", request);
    carom_json_flag(&answer, "ok", true);
    if (table != NULL)
        carom_json_number(&answer, "seq", table->state.seq);
    return &answer;
}

struct bytes *answer_frame(void)
{
    carom_json_end(&answer, '}');
    return frame_text(answer.bytes, answer.length);
}

void answer_send(const struct asking *asking)
{
    commit_to_peer(asking->tables, asking->peer, answer_frame());
}

struct bytes *answer_frame_refused(struct tables *tables, const struct request *request, const struct refused *refused)
{
    tables->base->metrics.refused_total++;
    answer_begin("answer", request);
    carom_json_flag(&answer, "ok", false);
    refused_write(&answer, request->word, refused);
    return answer_frame();
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
