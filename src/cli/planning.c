/*
 * Planning tasks. Both formats are lists of facts, `pos(red,1,1).` and `(at robot-1 cell-1-1)`, so one reader splits a
 * text into words and one function takes each fact; rules and facts with other names are passed over, because encodings
 * often stand in the same file. Columns come first, both counted from 1 at the north-west.
 */
#include "planning.h"

#include <stdio.h>
#include <string.h>

#include "cli.h"

#define WORDS 5
#define WORD_MAX 32

static const char *const colours[CAROM_ROBOTS] = {"red", "yellow", "green", "blue", "silver", "transparent"};
static const char *const directions[CAROM_DIRECTIONS] = {"north", "east", "south", "west"};

static void put_text(struct carom_text *text, const char *a, const char *b, const char *c)
{
    carom_text_put(text, a);
    carom_text_put(text, b);
    carom_text_put(text, c);
}

/* ---- reading ---- */

struct fact {
    char word[WORDS][WORD_MAX];
    unsigned count;
    char note[WORD_MAX]; /* the first word of a comment behind it */
};

struct reader {
    const char *at, *end;
    enum planning_format format;
    bool goal; /* PDDL: behind `:goal` */
};

/* A robot and where it is, by the name that the task has for it. */
struct named {
    char name[WORD_MAX];
    char colour[WORD_MAX];
    unsigned column, row;
};

struct task {
    struct named robot[CAROM_ROBOTS];
    unsigned robots;
    struct named target; /* its column is 0 as long as there is none */
    unsigned width, height;
    uint8_t walls[CAROM_CELLS];
};

static unsigned find_word(const char *const *words, unsigned count, const char *word)
{
    unsigned i = 0;
    while (i < count && strcmp(words[i], word) != 0)
        i++;
    return i;
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == ':';
}

static void skip_line(struct reader *reader)
{
    while (reader->at < reader->end && *reader->at != '\n')
        reader->at++;
}

/* Takes a word; a longer one than there is room for is cut, and then is no name that anybody knows. PDDL knows no
 * upper case, in which ASP writes variables. */
static void take_arg(struct reader *reader, char word[WORD_MAX])
{
    size_t length = 0;
    for (; reader->at < reader->end && is_word(*reader->at); reader->at++) {
        char c = *reader->at;
        bool upper = reader->format == PLANNING_PDDL && c >= 'A' && c <= 'Z';
        if (length < WORD_MAX - 1)
            word[length++] = upper ? (char)(c - 'A' + 'a') : c;
    }
    word[length] = '\0';
}

static void take_note(struct reader *reader, struct fact *fact)
{
    while (reader->at < reader->end && *reader->at == ' ')
        reader->at++;
    if (reader->at == reader->end || *reader->at != ';')
        return;
    while (reader->at < reader->end && (*reader->at == ';' || *reader->at == ' '))
        reader->at++;
    take_arg(reader, fact->note);
    skip_line(reader);
}

/* `pos(red,1,1).` or `dim(1..16).`: one statement up to its full stop. What holds anything but words, brackets and
 * commas is a rule: it has no words here. */
static void take_asp(struct reader *reader, struct fact *fact)
{
    bool rule = false;
    for (; reader->at < reader->end; reader->at++) {
        char c = *reader->at;
        bool range = c == '.' && reader->at + 1 < reader->end && reader->at[1] == '.';
        if (c == '.' && !range) {
            reader->at++;
            break;
        }
        if (c == '%') {
            skip_line(reader);
        } else if (is_word(c) && c != ':') {
            rule |= fact->count == WORDS;
            take_arg(reader, fact->word[fact->count % WORDS]);
            fact->count += fact->count < WORDS;
            reader->at--;
        } else {
            rule |= strchr("(), \t\r\n.", c) == NULL || c == '\0';
        }
        reader->at += range;
    }
    if (rule)
        *fact = (struct fact){0};
}

/* The words of the innermost brackets that begin here. */
static void take_pddl(struct reader *reader, struct fact *fact)
{
    while (reader->at < reader->end && *reader->at != '(' && *reader->at != ')' && *reader->at != ';') {
        if (!is_word(*reader->at)) {
            reader->at++;
            continue;
        }
        char rest[WORD_MAX];
        take_arg(reader, fact->count < WORDS ? fact->word[fact->count] : rest);
        fact->count += fact->count < WORDS;
    }
    if (reader->at < reader->end && *reader->at == ')') {
        reader->at++;
        take_note(reader, fact);
    }
    reader->goal |= fact->count > 0 && strcmp(fact->word[0], ":goal") == 0;
}

/* The next fact; one without words is passed over. False at the end. */
static bool next_fact(struct reader *reader, struct fact *fact)
{
    *fact = (struct fact){0};
    while (reader->at < reader->end) {
        char c = *reader->at;
        if (reader->format == PLANNING_ASP) {
            take_asp(reader, fact);
            return true;
        }
        if (c == ';')
            skip_line(reader);
        else
            reader->at++;
        if (c == '(') {
            take_pddl(reader, fact);
            return true;
        }
    }
    return false;
}

/* 1 to 16; 0 if it is anything else. */
static unsigned coordinate(const char *word)
{
    unsigned number = 0;
    for (; *word >= '0' && *word <= '9' && number <= CAROM_BOARD_SIDE; word++)
        number = 10 * number + (unsigned)(*word - '0');
    return *word == '\0' && number <= CAROM_BOARD_SIDE ? number : 0;
}

/* `cell-3-12`; false for any other name. */
static bool read_cell(const char *word, unsigned *column, unsigned *row)
{
    char digits[WORD_MAX];
    if (strncmp(word, "cell-", 5) != 0)
        return false;
    snprintf(digits, sizeof digits, "%s", word + 5);
    char *dash = strchr(digits, '-');
    if (dash == NULL)
        return false;
    *dash = '\0';
    *column = coordinate(digits);
    *row = coordinate(dash + 1);
    return *column != 0 && *row != 0;
}

static void grow_board(struct task *task, unsigned column, unsigned row)
{
    task->width = column > task->width ? column : task->width;
    task->height = row > task->height ? row : task->height;
}

static bool add_wall(struct task *task, unsigned column, unsigned row, const char *direction)
{
    unsigned side = find_word(directions, CAROM_DIRECTIONS, direction);
    if (column == 0 || row == 0 || side == CAROM_DIRECTIONS)
        return false;
    task->walls[carom_cell_make(column - 1, row - 1)] |= (uint8_t)(1u << side);
    return true;
}

static bool set_named(struct named *named, const char *name, const char *colour, unsigned column, unsigned row)
{
    *named = (struct named){.column = column, .row = row};
    snprintf(named->name, sizeof named->name, "%s", name);
    snprintf(named->colour, sizeof named->colour, "%s", colour);
    return column != 0 && row != 0;
}

static bool add_robot(struct task *task, const char *name, const char *colour, unsigned column, unsigned row)
{
    return task->robots < CAROM_ROBOTS && set_named(&task->robot[task->robots++], name, colour, column, row);
}

static bool take_asp_fact(struct task *task, const struct fact *fact)
{
    const char *name = fact->word[0];
    if (strcmp(name, "dim") == 0 && (fact->count == 2 || fact->count == 3)) { /* dim(16), dim(1..16) */
        unsigned side = coordinate(fact->word[fact->count - 1]);
        grow_board(task, side, side);
        return side != 0;
    }
    unsigned column = coordinate(fact->word[2]), row = coordinate(fact->word[3]);
    if (strcmp(name, "barrier") == 0 && fact->count == 4)
        return add_wall(task, coordinate(fact->word[1]), column, fact->word[3]);
    if (strcmp(name, "pos") == 0 && fact->count == 4)
        return add_robot(task, fact->word[1], fact->word[1], column, row);
    if (strcmp(name, "target") == 0 && fact->count == 4)
        return task->target.column == 0 && set_named(&task->target, fact->word[1], "", column, row);
    return true;
}

static bool take_pddl_fact(struct task *task, const struct fact *fact, bool goal)
{
    const char *name = fact->word[0];
    unsigned column = 0, row = 0;
    if (strcmp(name, "free") == 0 && fact->count == 2) {
        if (!read_cell(fact->word[1], &column, &row))
            return false;
        grow_board(task, column, row);
    } else if (strcmp(name, "blocked") == 0 && fact->count == 3) {
        if (!read_cell(fact->word[1], &column, &row))
            return false;
        grow_board(task, column, row);
        return add_wall(task, column, row, fact->word[2]);
    } else if (strcmp(name, "at") == 0 && fact->count == 3) {
        if (!read_cell(fact->word[2], &column, &row))
            return false;
        grow_board(task, column, row);
        if (goal)
            return task->target.column == 0 && set_named(&task->target, fact->word[1], "", column, row);
        return add_robot(task, fact->word[1], fact->note, column, row);
    }
    return true;
}

/* The colour that a robot is called, or is said to have; else they are red, yellow, green ... in the order of the task.
 */
static unsigned robot_of(const struct task *task, unsigned n)
{
    unsigned robot = find_word(colours, CAROM_COLOURS + 1, task->robot[n].colour);
    return robot <= CAROM_SILVER ? robot : n;
}

static bool build(struct carom_position *position, const struct task *task)
{
    *position = (struct carom_position){0};
    if (task->width == 0 || task->height == 0 || task->target.column == 0)
        return false;
    carom_board_init(&position->board, task->width, task->height);
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
            if ((task->walls[cell] >> direction & 1u) != 0 && carom_board_contains(&position->board, (carom_cell)cell))
                carom_board_set_wall(&position->board, (carom_cell)cell, direction, true);
    for (unsigned i = 0; i < task->robots; i++) {
        unsigned robot = robot_of(task, i);
        if (carom_robots_has(&position->robots, robot) || robot > CAROM_SILVER)
            return false;
        position->robots.present |= (uint8_t)(1u << robot);
        position->robots.cell[robot] = carom_cell_make(task->robot[i].column - 1, task->robot[i].row - 1);
        if (strcmp(task->robot[i].name, task->target.name) == 0)
            position->target =
                (struct carom_target){.is_set = true,
                                      .token = CAROM_NO_TOKEN,
                                      .active = (uint8_t)robot,
                                      .cell = carom_cell_make(task->target.column - 1, task->target.row - 1)};
    }
    return position->target.is_set;
}

bool planning_looks_like(const char *text, size_t length, enum planning_format *format)
{
    const char *end = text + length;
    while (text < end && (*text == ' ' || *text == '\n' || *text == '\r' || *text == '\t'))
        text++;
    *format = text < end && (*text == '(' || *text == ';') ? PLANNING_PDDL : PLANNING_ASP;
    if (*format == PLANNING_PDDL || (text < end && *text == '%'))
        return true;
    /* The first line of a drawing is a rim; that of facts begins with the name of one. */
    static const char *const names[] = {"barrier(", "dim(", "pos(", "target(", "length("};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if ((size_t)(end - text) >= strlen(names[i]) && memcmp(text, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

bool planning_read(struct carom_position *position, enum planning_format format, const char *text, size_t length,
                   char bad[PLANNING_BAD])
{
    struct reader reader = {.at = text, .end = text + length, .format = format};
    struct task task = {0};
    struct fact fact;
    bad[0] = '\0';
    while (next_fact(&reader, &fact)) {
        if (format == PLANNING_ASP ? take_asp_fact(&task, &fact) : take_pddl_fact(&task, &fact, reader.goal))
            continue;
        struct carom_text words = carom_text_init(bad, PLANNING_BAD);
        for (unsigned i = 0; i < fact.count; i++)
            put_text(&words, i > 0 ? " " : "", fact.word[i], "");
        return false;
    }
    return build(position, &task);
}

/* ---- writing ---- */

const char *planning_refusal(const struct carom_position *position, enum planning_format format)
{
    if (!position->target.is_set)
        return N_("a planning task needs a target; expected a position with one");
    if (position->target.active == CAROM_ANY_ROBOT)
        return N_("this target is for any robot, but a planning task has to name one; expected a coloured target");
    if (carom_robots_has(&position->robots, CAROM_TRANSPARENT))
        return N_("planning tasks have no transparent robot; expected a position without it");
    if (format == PLANNING_ASP && position->board.width != position->board.height)
        return N_("ASP facts describe only square boards; use one, or --to pddl");
    return NULL;
}

static void put_xy(struct carom_text *text, const char *before, carom_cell cell, const char *between)
{
    carom_text_put(text, before);
    carom_text_uint(text, carom_cell_column(cell) + 1);
    carom_text_put(text, between);
    carom_text_uint(text, carom_cell_row(cell) + 1);
}

/* Walls inside the board, each once: the rim is where `dim` ends. */
static void write_asp(struct carom_text *text, const struct carom_position *position)
{
    const struct carom_board *board = &position->board;
    carom_text_put(text, "% Ricochet Robots. R7 is not part of this task: carom solve --no-ricochet\n");
    for (unsigned i = 1; i <= board->width; i++) {
        carom_text_put(text, "dim(");
        carom_text_uint(text, i);
        carom_text_put(text, ").\n");
    }
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        for (unsigned direction = CAROM_EAST; direction <= CAROM_SOUTH; direction++) {
            unsigned place =
                direction == CAROM_EAST ? carom_cell_column((carom_cell)cell) : carom_cell_row((carom_cell)cell);
            if (!carom_board_contains(board, (carom_cell)cell) || place + 1 == board->width ||
                !carom_board_has_wall(board, (carom_cell)cell, direction))
                continue;
            put_xy(text, "barrier(", (carom_cell)cell, ",");
            put_text(text, ",", directions[direction], ").\n");
        }
    }
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if (!carom_robots_has(&position->robots, robot))
            continue;
        put_text(text, "pos(", colours[robot], ",");
        put_xy(text, "", position->robots.cell[robot], ",");
        carom_text_put(text, ").\n");
    }
    put_text(text, "target(", colours[position->target.active], ",");
    put_xy(text, "", position->target.cell, ",");
    carom_text_put(text, ").\n");
}

static void write_objects(struct carom_text *text, const struct carom_position *position)
{
    const struct carom_board *board = &position->board;
    carom_text_put(text, "(:objects\n   ");
    for (unsigned column = 0; column < board->width; column++)
        for (unsigned row = 0; row < board->height; row++)
            put_xy(text, " cell-", carom_cell_make(column, row), "-");
    carom_text_put(text, " - cell\n   ");
    unsigned number = 0;
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if (!carom_robots_has(&position->robots, robot))
            continue;
        carom_text_put(text, " robot-");
        carom_text_uint(text, ++number);
    }
    carom_text_put(text, " - robot\n    west east north south - direction\n)\n");
}

static void write_cell(struct carom_text *text, const struct carom_position *position, carom_cell cell)
{
    static const int step_column[] = {0, 1, 0, -1}, step_row[] = {-1, 0, 1, 0};
    const struct carom_board *board = &position->board;
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        int column = (int)carom_cell_column(cell) + step_column[direction],
            row = (int)carom_cell_row(cell) + step_row[direction];
        if (column >= 0 && row >= 0 && column < board->width && row < board->height) {
            put_xy(text, "    (next cell-", cell, "-");
            put_xy(text, " cell-", carom_cell_make((unsigned)column, (unsigned)row), "-");
            put_text(text, " ", directions[direction], ")\n");
        }
        if (carom_board_has_wall(board, cell, direction)) {
            put_xy(text, "    (blocked cell-", cell, "-");
            put_text(text, " ", directions[direction], ")\n");
        }
    }
    if (carom_robots_at(&position->robots, cell) == CAROM_ROBOTS) {
        put_xy(text, "    (free cell-", cell, "-");
        carom_text_put(text, ")\n");
    }
}

/* `robot-2`, counted among those on the board. */
static void write_robot(struct carom_text *text, const struct carom_robots *robots, unsigned robot)
{
    unsigned number = 1;
    for (unsigned before = 0; before < robot; before++)
        number += carom_robots_has(robots, before);
    carom_text_put(text, "(at robot-");
    carom_text_uint(text, number);
}

static void write_pddl(struct carom_text *text, const struct carom_position *position)
{
    const struct carom_board *board = &position->board;
    carom_text_put(text,
                   ";; R7 is not part of this task: carom solve --no-ricochet\n(define (problem ricochet-robots-");
    carom_text_uint(text, board->width);
    carom_text_char(text, 'x');
    carom_text_uint(text, board->height);
    carom_text_put(text, ")\n(:domain ricochet-robots)\n");
    write_objects(text, position);
    carom_text_put(text, "(:init\n");
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        if (carom_board_contains(board, (carom_cell)cell))
            write_cell(text, position, (carom_cell)cell);
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if (!carom_robots_has(&position->robots, robot))
            continue;
        carom_text_put(text, "    ");
        write_robot(text, &position->robots, robot);
        put_xy(text, " cell-", position->robots.cell[robot], "-");
        put_text(text, ") ;; ", colours[robot], "\n");
    }
    carom_text_put(text, "    (nothing-is-moving)\n    (= (total-cost) 0)\n    (= (go-cost) 1)\n    (= (step-cost) 0)\n"
                         "    (= (stop-cost) 0)\n)\n(:goal (and ");
    write_robot(text, &position->robots, position->target.active);
    put_xy(text, " cell-", position->target.cell, "-");
    carom_text_put(text, ") (nothing-is-moving)))\n(:metric minimize (total-cost))\n)\n");
}

void planning_write(struct carom_text *text, enum planning_format format, const struct carom_position *position)
{
    if (format == PLANNING_ASP)
        write_asp(text, position);
    else
        write_pddl(text, position);
}
