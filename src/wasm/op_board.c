/*
 * Boards and positions as text: what is where, the faces of the box, other notations.
 */
#include "ops.h"

bool op_describe(struct op_request *request, struct carom_error *error)
{
    struct carom_puzzle puzzle;
    enum carom_position_parts parts = arg_bool(request, "target") ? CAROM_REQUIRE_TARGET : CAROM_REQUIRE_BOARD;
    if (!arg_puzzle(request, parts, &puzzle, error))
        return false;
    carom_puzzle_write_json(&request->out, &puzzle);
    return true;
}

static void write_faces(struct carom_text *out, const struct carom_board *board)
{
    carom_json_begin(out, "faces", '[');
    for (unsigned i = 0; i < 4 && carom_board_is_printed(board); i++) {
        carom_json_open_string(out, NULL);
        carom_face_write(out, board->faces[i]);
        carom_json_close_string(out);
    }
    carom_json_end(out, ']');
}

static void write_tokens(struct carom_text *out, const struct carom_board *board)
{
    carom_json_begin(out, "tokens", '{');
    for (unsigned token = 0; token < CAROM_TOKENS; token++) {
        if ((board->tokens >> token & 1u) != 0) {
            char name[4];
            struct carom_text text = carom_text_init(name, sizeof name);
            carom_token_write(&text, token);
            put_cell_member(out, name, board->token_cell[token]);
        }
    }
    carom_json_end(out, '}');
}

/* Called for each cell of the board. */
typedef void cell_writer(struct carom_text *out, const struct carom_board *board, carom_cell cell, const char *name);
static void each_cell(struct carom_text *out, const struct carom_board *board, const char *key, cell_writer *one)
{
    carom_json_begin(out, key, '{');
    for (unsigned i = 0; i < CAROM_CELLS; i++) {
        carom_cell cell = (carom_cell)i;
        if (carom_board_contains(board, cell)) {
            char name[8];
            struct carom_text text = carom_text_init(name, sizeof name);
            carom_cell_write(&text, cell);
            one(out, board, cell, name);
        }
    }
    carom_json_end(out, '}');
}

static void write_walls(struct carom_text *out, const struct carom_board *board, carom_cell cell, const char *name)
{
    char sides[5];
    struct carom_text text = carom_text_init(sides, sizeof sides);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
        if (carom_board_has_wall(board, cell, direction) && !carom_board_has_hard_wall(board, cell, direction))
            carom_text_char(&text, carom_direction_letter(direction));
    if (text.length > 0)
        carom_json_put_string(out, name, sides);
}

static void write_barrier(struct carom_text *out, const struct carom_board *board, carom_cell cell, const char *name)
{
    unsigned barrier = board->barriers[cell];
    if (barrier != 0) {
        char word[3] = {carom_robot_letter(barrier & CAROM_BARRIER_COLOUR),
                        (barrier & CAROM_BARRIER_FALLING) != 0 ? '\\' : '/', '\0'};
        carom_json_put_string(out, name, word);
    }
}

static void write_solid(struct carom_text *out, const struct carom_board *board, carom_cell cell, const char *name)
{
    if (carom_board_is_solid(board, cell))
        carom_json_put_bool(out, name, true);
}

bool op_board(struct op_request *request, struct carom_error *error)
{
    struct carom_position position;
    if (!arg_position(request, CAROM_REQUIRE_BOARD, &position, error))
        return false;
    struct carom_text *out = &request->out;
    const struct carom_board *board = &position.board;
    carom_json_begin(out, NULL, '{');
    carom_json_put_int(out, "width", board->width);
    carom_json_put_int(out, "height", board->height);
    write_faces(out, board);
    write_tokens(out, board);
    each_cell(out, board, "walls", write_walls);
    each_cell(out, board, "barriers", write_barrier);
    each_cell(out, board, "solid", write_solid);
    carom_json_end(out, '}');
    return true;
}

bool op_faces(struct op_request *request, struct carom_error *error)
{
    (void)error;
    struct carom_text *out = &request->out;
    carom_json_begin(out, NULL, '{');
    for (unsigned face = 0; face < CAROM_FACES; face++) {
        char name[4];
        struct carom_text text = carom_text_init(name, sizeof name);
        carom_face_write(&text, face);
        carom_json_begin(out, name, '{');
        carom_json_put_bool(out, "barriers", carom_face_has_barriers(face));
        carom_json_begin(out, "editions", '[');
        for (unsigned edition = 0; edition < CAROM_EDITIONS; edition++)
            if (carom_face_in_edition(face, (enum carom_edition)edition))
                carom_json_put_string(out, NULL, carom_edition_names[edition]);
        carom_json_end(out, ']');
        carom_json_end(out, '}');
    }
    carom_json_end(out, '}');
    return true;
}

/* {"position","corner","face"} -> {"text":board}: another face at that corner of a printed board. */
bool op_replace_face(struct op_request *request, struct carom_error *error)
{
    struct carom_position position;
    size_t length;
    uint8_t face;
    unsigned corner = (unsigned)arg_int(request, "corner", 0) % 4;
    if (!arg_position(request, CAROM_REQUIRE_BOARD, &position, error))
        return false;
    const char *words = arg_string(request, "face", &length);
    if (!carom_face_read(&face, words, length))
        return carom_error_set(error, CAROM_ERROR_FACE, 0, words, length);
    if (carom_board_is_printed(&position.board)) {
        uint8_t faces[4];
        memcpy(faces, position.board.faces, sizeof faces);
        carom_faces_replace(faces, corner, face);
        carom_board_build(&position.board, faces, NULL);
    }
    carom_json_begin(&request->out, NULL, '{');
    carom_json_open_string(&request->out, "text");
    carom_board_write(&request->out, &position.board);
    carom_json_close_string(&request->out);
    carom_json_end(&request->out, '}');
    return true;
}

/* {"text":...}: `to` is "carom", "droids" or "drawing"; with `strip` the barriers are removed first. */
bool op_convert(struct op_request *request, struct carom_error *error)
{
    struct carom_position position;
    static char words[OP_STRING_MAX];
    if (!arg_position(request, CAROM_REQUIRE_BOARD, &position, error))
        return false;
    if (arg_bool(request, "strip"))
        carom_board_remove_barriers(&position.board);
    struct carom_text text = carom_text_init(words, sizeof words);
    if (arg_is(request, "to", "droids")) {
        if (!carom_droids_write(&text, &position, error))
            return false;
    } else if (arg_is(request, "to", "drawing")) {
        carom_ascii_board_write(&text, &position);
    } else {
        carom_position_write(&text, &position);
    }
    carom_json_begin(&request->out, NULL, '{');
    carom_json_put_string(&request->out, "text", words);
    carom_json_end(&request->out, '}');
    return true;
}
