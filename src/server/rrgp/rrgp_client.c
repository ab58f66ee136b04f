/*
 * A client's lines: parsed one by one, answered in order.
 */
#include "internal.h"

#include <string.h>

static void run_line(struct rrgp_client *rrgp_client, const char *bytes, size_t length)
{
    char line[RRGP_LINE_MAX];
    struct rrgp_args args;
    if (length > 0 && bytes[length - 1] == '\r')
        length--;
    if (length >= RRGP_LINE_MAX) {
        conn_send_bye(rrgp_client->conn, API_ERR_MESSAGE_TOO_BIG, RRGP_LINE_MAX);
        return;
    }
    memcpy(line, bytes, length);
    carom_ms wait = conn_take_message_quota(rrgp_client->conn, rrgp_client->conn->received_at);
    if (rrgp_client->conn->closing)
        return;
    if (wait > 0)
        rrgp_send_error(rrgp_client, "COMMAND", carom_api_error_info(API_ERR_RATE_LIMIT)->sentence);
    else if (!rrgp_split_line(&args, line, length))
        rrgp_send_error(rrgp_client, "SYNTAX", NULL);
    else if (args.count > 0)
        verb_run(rrgp_client, &args);
}

void rrgp_process_input(struct rrgp_client *rrgp_client)
{
    size_t used = 0;
    while (rrgp_client->pending == PENDING_NONE && !rrgp_client->conn->closing) {
        const char *from = rrgp_client->input + used;
        const char *end = memchr(from, '\n', rrgp_client->input_length - used);
        if (end == NULL)
            break;
        used += (size_t)(end - from) + 1;
        run_line(rrgp_client, from, (size_t)(end - from));
    }
    rrgp_client->input_length -= used;
    memmove(rrgp_client->input, rrgp_client->input + used, rrgp_client->input_length);
    if (rrgp_client->pending == PENDING_NONE && rrgp_client->input_length > RRGP_LINE_MAX)
        conn_send_bye(rrgp_client->conn, API_ERR_MESSAGE_TOO_BIG, RRGP_LINE_MAX);
}
