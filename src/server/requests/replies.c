/*
 * Answers. They are sent after the commit of what they report, in order.
 */
#include "internal.h"

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
    carom_json_put_string(text, "type", answer->type);
    if (answer->request->has_id)
        carom_json_put_int(text, "id", answer->request->id);
    answer->more(text, answer->context);
    carom_json_end(text, '}');
}

struct shared_buffer *reply_finish(const char *type, const struct request *request, text_writer *more,
                                   const void *context)
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
    carom_json_put_bool(text, "ok", true);
    carom_json_put_int(text, "seq", good->table->game.seq);
    for (const struct member *member = good->members; member != NULL && member->key != NULL; member++)
        if (member->write != NULL)
            member->write(text, good->table);
        else if (member->words != NULL)
            carom_json_put_string(text, member->key, member->words);
        else
            carom_json_put_int(text, member->key, member->number);
}

void reply_ok(const struct request_context *context, const struct table *table, const struct member *members)
{
    struct shared_buffer *frame = reply_finish("answer", context->request, write_good, &(struct good){table, members});
    commit_send(context->tables, context->conn, frame);
}

struct refusing {
    const char *word;
    const struct api_error *error;
};

static void write_refused(struct carom_text *text, const void *context)
{
    const struct refusing *refusing = context;
    carom_json_put_bool(text, "ok", false);
    api_error_write(text, refusing->word, refusing->error);
}

/* Builds a complete error message. */
static struct shared_buffer *reply_error_frame(struct tables *tables, const struct request *request,
                                               const struct api_error *error)
{
    tables->base->metrics.refused_total++;
    api_error_counted(error);
    return reply_finish("answer", request, write_refused, &(struct refusing){request->name, error});
}

void reply_error(const struct request_context *context, const struct api_error *error)
{
    commit_send(context->tables, context->conn, reply_error_frame(context->tables, context->request, error));
}

void reply_error_code(const struct request_context *context, enum api_error_code code, int64_t number)
{
    struct api_error error;
    api_error_set_number(&error, code, number);
    reply_error(context, &error);
}

void reply_error_now(const struct request_context *context, enum api_error_code code)
{
    struct api_error error;
    api_error_set_number(&error, code, 1000);
    struct shared_buffer *frame = reply_error_frame(context->tables, context->request, &error);
    conn_send(context->conn, frame);
    buffer_unref(frame);
}
