/*
 * The types of JSON members that commands, events and rules have (fields.def): one function to read and one to write
 * each. A reader that returns false leaves the error to its caller, unless it has explained it better itself.
 */
#include "fields.h"
#include "game.h"

#include "../core/libc_mem.h"

static bool is_optional(const struct field_writer *writer)
{
    return (writer->field->flags & OPTIONAL) != 0;
}

/* ---- players ---- */

static bool seat_of_id(struct field_reader *reader, uint32_t node, uint8_t *seat)
{
    char id[CAROM_ID_SIZE];
    bool good = codec_id(reader->json, node, id);
    *seat = (uint8_t)(good ? carom_table_find_seat(reader->table, id) : CAROM_NO_SEAT);
    if (*seat != CAROM_NO_SEAT)
        return true;
    reader->explained = true;
    return good ? json_error(reader->error, CAROM_ERROR_EVENT_SEAT, id)
                : json_error_at(reader->error, CAROM_ERROR_BY, reader->json, node);
}

static bool field_read_seat(struct field_reader *reader, uint32_t node, void *into)
{
    return seat_of_id(reader, node, into);
}

static void field_write_seat(const struct field_writer *writer, const void *from)
{
    const uint8_t *seat = from;
    if (*seat < CAROM_PLAYERS_MAX)
        carom_json_put_string(writer->text, writer->field->key, carom_table_id(writer->table, *seat));
}

static bool field_read_new_id(struct field_reader *reader, uint32_t node, void *into)
{
    reader->event->seat = (uint8_t)referee_free_seat(reader->table);
    return codec_id(reader->json, node, into);
}

static void field_write_string(const struct field_writer *writer, const void *from)
{
    carom_json_put_string(writer->text, writer->field->key, from);
}

static bool field_read_id(struct field_reader *reader, uint32_t node, void *into)
{
    return codec_id(reader->json, node, into);
}

static void field_write_id(const struct field_writer *writer, const void *from)
{
    const char *id = from;
    if (id[0] != '\0' || !is_optional(writer))
        carom_json_put_string(writer->text, writer->field->key, id);
}

static bool field_read_name(struct field_reader *reader, uint32_t node, void *into)
{
    char *name = into;
    size_t length;
    if (!carom_json_as_string(reader->json, node, name, CAROM_NAME_SIZE, &length))
        return false;
    for (size_t i = 0; i < length; i++) {
        bool c1 = (unsigned char)name[i] == 0xc2 && (unsigned char)name[i + 1] < 0xa0;
        if ((unsigned char)name[i] < 0x20 || name[i] == 0x7f || c1)
            return false;
    }
    return true;
}

/* The name of a seat follows from the table, but a log that has another one is wrong. */
static bool field_read_seat_name(struct field_reader *reader, uint32_t node, void *into)
{
    const uint8_t *seat = into;
    return carom_json_string_is(reader->json, node, carom_table_name(reader->table, *seat));
}

static void field_write_seat_name(const struct field_writer *writer, const void *from)
{
    const uint8_t *seat = from;
    carom_json_put_string(writer->text, writer->field->key, carom_table_name(writer->table, *seat));
}

static bool field_read_order(struct field_reader *reader, uint32_t list, void *into)
{
    const struct carom_json *json = reader->json;
    struct carom_event *event = reader->event;
    (void)into;
    if (!carom_json_is(json, list, CAROM_JSON_ARRAY) || json->nodes[list].count > CAROM_PLAYERS_MAX)
        return false;
    event->as.closed.count = (uint8_t)json->nodes[list].count;
    for (unsigned i = 0; i < event->as.closed.count; i++) {
        uint32_t item = carom_json_item(json, list, i);
        int64_t moves;
        if (!seat_of_id(reader, carom_json_get(json, item, "by"), &event->as.closed.order[i].seat) ||
            !codec_int(json, carom_json_get(json, item, "moves"), 1, CAROM_BID_MAX, &moves))
            return false;
        event->as.closed.order[i].moves = (uint32_t)moves;
    }
    return true;
}

static void field_write_order(const struct field_writer *writer, const void *from)
{
    (void)from;
    carom_json_begin(writer->text, writer->field->key, '[');
    for (unsigned i = 0; i < writer->event->as.closed.count; i++) {
        const struct carom_bidder *bidder = &writer->event->as.closed.order[i];
        carom_json_begin(writer->text, NULL, '{');
        carom_json_put_string(writer->text, "by", carom_table_id(writer->table, bidder->seat));
        carom_json_put_int(writer->text, "moves", bidder->moves);
        carom_json_end(writer->text, '}');
    }
    carom_json_end(writer->text, ']');
}

static bool field_read_winners(struct field_reader *reader, uint32_t list, void *into)
{
    bool *winner = into;
    if (!carom_json_is(reader->json, list, CAROM_JSON_ARRAY))
        return false;
    for (uint32_t i = 0; i < reader->json->nodes[list].count; i++) {
        uint8_t seat;
        if (!seat_of_id(reader, carom_json_item(reader->json, list, i), &seat))
            return false;
        winner[seat] = true;
    }
    return true;
}

static void field_write_winners(const struct field_writer *writer, const void *from)
{
    const bool *winner = from;
    carom_json_begin(writer->text, writer->field->key, '[');
    for (unsigned seat = 0; seat < CAROM_PLAYERS_MAX; seat++)
        if (winner[seat])
            carom_json_put_string(writer->text, NULL, carom_table_id(writer->table, seat));
    carom_json_end(writer->text, ']');
}

static bool field_read_scores(struct field_reader *reader, uint32_t object, void *into)
{
    const struct carom_json *json = reader->json;
    (void)into;
    if (!carom_json_is(json, object, CAROM_JSON_OBJECT))
        return false;
    uint32_t key = object + 1;
    for (uint32_t i = 0; i < json->nodes[object].count; i++) {
        uint8_t seat;
        int64_t score;
        if (!seat_of_id(reader, key, &seat) || !codec_int(json, key + 1, 0, UINT8_MAX, &score))
            return false;
        reader->event->as.over.seated[seat] = true;
        reader->event->as.over.scores[seat] = (uint8_t)score;
        key = json->nodes[key + 1].next;
    }
    return true;
}

static void field_write_scores(const struct field_writer *writer, const void *from)
{
    const struct carom_event *event = writer->event;
    (void)from;
    carom_json_begin(writer->text, writer->field->key, '{');
    for (unsigned seat = 0; seat < CAROM_PLAYERS_MAX; seat++)
        if (event->as.over.seated[seat])
            carom_json_put_int(writer->text, carom_table_id(writer->table, seat), event->as.over.scores[seat]);
    carom_json_end(writer->text, '}');
}

/* ---- numbers, words, secrets ---- */

void field_keep_number(const struct field_reader *reader, int64_t number, void *into)
{
    if (reader->field->size == 1)
        *(uint8_t *)into = (uint8_t)number;
    else if (reader->field->size == 2)
        *(uint16_t *)into = (uint16_t)number;
    else if (reader->field->size == 4)
        *(uint32_t *)into = (uint32_t)number;
    else
        *(int64_t *)into = number;
}

int64_t field_kept_number(const struct field_writer *writer, const void *from)
{
    return writer->field->size == 1   ? *(const uint8_t *)from
           : writer->field->size == 2 ? *(const uint16_t *)from
           : writer->field->size == 4 ? *(const uint32_t *)from
                                      : *(const int64_t *)from;
}

bool field_read_number(struct field_reader *reader, uint32_t node, void *into)
{
    const struct field_type *type = &field_types[reader->field->type];
    int64_t number;
    if (!codec_int(reader->json, node, type->least, type->most, &number))
        return false;
    field_keep_number(reader, number, into);
    return true;
}

void field_write_number(const struct field_writer *writer, const void *from)
{
    int64_t number = field_kept_number(writer, from);
    if (number != 0 || !is_optional(writer))
        carom_json_put_int(writer->text, writer->field->key, number);
}

static bool field_read_flag(struct field_reader *reader, uint32_t node, void *into)
{
    return carom_json_as_bool(reader->json, node, into);
}

void field_write_flag(const struct field_writer *writer, const void *from)
{
    carom_json_put_bool(writer->text, writer->field->key, *(const bool *)from);
}

/* A bid without its number says "I have it" (L1). */
static bool field_read_bid(struct field_reader *reader, uint32_t node, void *into)
{
    reader->command->no_number = node == CAROM_JSON_NONE;
    return reader->command->no_number || field_read_number(reader, node, into);
}

static void field_write_bid(const struct field_writer *writer, const void *from)
{
    if (!writer->command->no_number)
        carom_json_put_int(writer->text, writer->field->key, *(const int64_t *)from);
}

bool field_read_word(struct field_reader *reader, uint32_t node, void *into)
{
    const struct field_type *type = &field_types[reader->field->type];
    unsigned word = json_read_name(reader->json, node, type->words, (unsigned)type->most);
    field_keep_number(reader, word, into);
    return word < (unsigned)type->most;
}

void field_write_word(const struct field_writer *writer, const void *from)
{
    carom_json_put_string(writer->text, writer->field->key,
                          field_types[writer->field->type].words[field_kept_number(writer, from)]);
}

/* A flag that says whether it is there, with 32 bytes behind it. */
CAROM_STATIC_ASSERT(offsetof(struct carom_nonce, bytes) == offsetof(struct carom_nonce, given) + 1,
                    "a flag, then bytes");
CAROM_STATIC_ASSERT(offsetof(struct carom_event, as.over.secret) ==
                        offsetof(struct carom_event, as.over.has_secret) + 1,
                    "a flag, then bytes");

static bool field_read_nonce(struct field_reader *reader, uint32_t node, void *into)
{
    bool *given = into;
    *given = true;
    return codec_secret(reader->json, node, (uint8_t *)into + 1);
}

static void field_write_nonce(const struct field_writer *writer, const void *from)
{
    const bool *given = from;
    if (*given)
        codec_put_secret(writer->text, writer->field->key, (const uint8_t *)from + 1);
}

/* ---- the notation ---- */

static bool field_read_move(struct field_reader *reader, uint32_t node, void *into)
{
    char bytes[CAROM_MOVE_SIGNS_MAX + 16];
    size_t length;
    size_t count;
    struct carom_any_move *move = into;
    memset(move, 0, sizeof *move);
    move->micro = codec_face(reader->json, node, &move->micro_face);
    if (!move->micro && (!carom_json_as_string(reader->json, node, bytes, sizeof bytes, &length) ||
                         !carom_route_read(&move->move, 1, &count, bytes, length, NULL) || count != 1))
        return false;
    reader->explained = reader->table != NULL && move->micro != game_of(&reader->table->rules)->dice;
    return !reader->explained || json_error(reader->error, CAROM_ERROR_EVENT_FIELD, reader->field->key);
}

static void field_write_move(const struct field_writer *writer, const void *from)
{
    codec_put_play(writer->text, writer->field->key, from);
}

/* A route that is handed in, as carom_route_write has it; one that is too long for that is left empty. */
static bool field_read_route(struct field_reader *reader, uint32_t node, void *into)
{
    char bytes[JSON_STRING_MAX];
    size_t length;
    bool too_long;
    memset(into, 0, CAROM_HANDED_SIZE);
    if (!carom_json_as_string(reader->json, node, bytes, sizeof bytes, &length) ||
        !codec_route(into, bytes, length, &too_long))
        return false;
    if (reader->command != NULL)
        reader->command->route_long = too_long;
    return reader->command != NULL || !too_long;
}

static void field_write_route(const struct field_writer *writer, const void *from)
{
    const char *route = from;
    if (route[0] != '\0' || !is_optional(writer))
        carom_json_put_string(writer->text, writer->field->key, route);
}

static bool field_read_face(struct field_reader *reader, uint32_t node, void *into)
{
    return codec_face(reader->json, node, into);
}

static void field_write_face(const struct field_writer *writer, const void *from)
{
    const uint8_t *face = from;
    if (*face != CAROM_MICRO_NO_CELL || !is_optional(writer))
        codec_put_face(writer->text, writer->field->key, *face);
}

/* A token, or a face of Micro Robots. */
static bool field_read_target(struct field_reader *reader, uint32_t node, void *into)
{
    return game_of(&reader->table->rules)->read_target(reader->table, reader->json, node, into);
}

static void field_write_target(const struct field_writer *writer, const void *from)
{
    const uint8_t *target = from;
    carom_json_open_string(writer->text, writer->field->key);
    game_of(&writer->table->rules)->write_target(writer->text, *target);
    carom_json_close_string(writer->text);
}

static bool field_read_cell(struct field_reader *reader, uint32_t node, void *into)
{
    char bytes[8];
    size_t length;
    return carom_json_as_string(reader->json, node, bytes, sizeof bytes, &length) &&
           carom_cell_read(into, bytes, length);
}

static void field_write_cell(const struct field_writer *writer, const void *from)
{
    const uint8_t *cell = from;
    codec_put_cell(writer->text, writer->field->key, *cell);
}

/* The target's cell follows from the board, but a log that says another one is wrong. */
static bool field_read_target_cell(struct field_reader *reader, uint32_t node, void *into)
{
    carom_cell cell;
    return field_read_cell(reader, node, &cell) &&
           cell == game_of(&reader->table->rules)->target_cell(reader->table, into);
}

static void field_write_target_cell(const struct field_writer *writer, const void *from)
{
    codec_put_cell(writer->text, writer->field->key, game_of(&writer->table->rules)->target_cell(writer->table, from));
}

/* ---- how the table is laid ---- */

static bool field_read_rules(struct field_reader *reader, uint32_t node, void *into)
{
    reader->explained = true;
    return json_read_game_config(into, reader->json, node, reader->event != NULL, reader->error);
}

static void field_write_rules(const struct field_writer *writer, const void *from)
{
    carom_json_put_key(writer->text, writer->field->key);
    if (writer->event == NULL) {
        carom_game_config_write(writer->text, from);
        return;
    }
    carom_json_begin(writer->text, NULL, '{');
    codec_put_rules(writer->text, from, writer->secrets);
    carom_json_end(writer->text, '}');
}

static bool field_read_board(struct field_reader *reader, uint32_t node, void *into)
{
    (void)into;
    reader->explained = true;
    return codec_board(reader->json, node, &reader->event->as.opened, reader->error);
}

static void field_write_board(const struct field_writer *writer, const void *from)
{
    const struct carom_game_config *config = &writer->event->as.opened;
    codec_put_board(writer->text, writer->field->key, &config->rules, from, &config->setup.tiles);
}

static bool field_read_robots(struct field_reader *reader, uint32_t node, void *into)
{
    bool opens = reader->event->kind == CAROM_EVENT_OPENED;
    reader->explained = true;
    return codec_robots(reader->json, node, opens ? &reader->event->as.opened.setup.board : &reader->table->board, into,
                        reader->error);
}

void field_write_robots(const struct field_writer *writer, const void *from)
{
    codec_put_robots(writer->text, writer->field->key, from);
}

static bool has_hash(const struct field_reader *reader)
{
    return carom_json_get(reader->json, reader->object, "seed_hash") != CAROM_JSON_NONE;
}

/* A secret where its hash is, otherwise a number. */
static bool field_read_seed(struct field_reader *reader, uint32_t node, void *into)
{
    int64_t seed = 0;
    if (has_hash(reader))
        return codec_secret(reader->json, node, reader->event->as.opened.rules.secret);
    bool good = codec_int(reader->json, node, 0, INT64_MAX, &seed);
    *(uint64_t *)into = (uint64_t)seed;
    return good;
}

static void field_write_seed(const struct field_writer *writer, const void *from)
{
    (void)from;
    if (writer->event->as.opened.rules.seed_known)
        field_write_rule_seed(writer, &writer->event->as.opened.rules);
}

static bool field_read_secret(struct field_reader *reader, uint32_t node, void *into)
{
    return codec_secret(reader->json, node, into);
}

static void field_write_seed_hash(const struct field_writer *writer, const void *from)
{
    if (writer->event->as.opened.rules.seed_secret)
        codec_put_secret(writer->text, writer->field->key, from);
}

/* What does not come from the secret: bit n is name n. */
static bool field_read_by_hand(struct field_reader *reader, uint32_t list, void *into)
{
    uint8_t *by_hand = into;
    if (!has_hash(reader))
        return true;
    if (!carom_json_is(reader->json, list, CAROM_JSON_ARRAY))
        return false;
    for (uint32_t i = 0; i < reader->json->nodes[list].count; i++) {
        unsigned part = json_read_name(reader->json, carom_json_item(reader->json, list, i), json_by_hand_names,
                                       CAROM_BY_HAND_PARTS);
        if (part == CAROM_BY_HAND_PARTS)
            return false;
        *by_hand |= (uint8_t)(1u << part);
    }
    return true;
}

static void field_write_by_hand(const struct field_writer *writer, const void *from)
{
    const uint8_t *by_hand = from;
    if (!writer->event->as.opened.rules.seed_secret)
        return;
    carom_json_begin(writer->text, writer->field->key, '[');
    for (unsigned i = 0; i < CAROM_BY_HAND_PARTS; i++)
        if ((*by_hand >> i & 1u) != 0)
            carom_json_put_string(writer->text, NULL, json_by_hand_names[i]);
    carom_json_end(writer->text, ']');
}

/* clang-format off */
const struct field_type field_types[] = {
#define TYPE(name, reader, writer, low, high, names, fault, event_fault, json) \
    [TYPE_##name] = {field_read_##reader, field_write_##writer, low, high, names, CAROM_ERROR_##fault, CAROM_ERROR_##event_fault},
#include "fields.def"
};
/* clang-format on */
