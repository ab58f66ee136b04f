/*
 * Commands, events and rules as tables of JSON members (fields.def), and what their readers and writers share.
 */
#ifndef REFEREE_FIELDS_H
#define REFEREE_FIELDS_H

#include "json_fields.h"

#include <stddef.h>

enum field_flags {
    OPTIONAL = 1,
    HIDDEN = 2,
    RICOCHET = 4,
    MICRO = 8,
    SOLO = 16,
    FROM_SERVER = 32,
    EARLY = 64,
    APART = 128,
    SINCE_SECOND = 256,
};

struct field {
    const char *key; /* NULL: behind the last one */
    uint8_t type;    /* enum field_type_id */
    uint16_t flags;
    uint16_t offset; /* of the member in struct carom_command, carom_event or carom_game_config */
    uint16_t size;
};
#define FIELD_AT(of, key, type, member, flags)                                                                         \
    {key, TYPE_##type, flags, offsetof(struct of, member), sizeof(((struct of *)0)->member)},

enum command_sender {
    PLAYER,
    PROGRAM, /* the program around the referee; such a command has no `by` */
};
struct command_fields {
    const char *name;
    enum command_sender sender;
    const struct field *fields;
};
struct event_fields {
    const char *name;
    enum carom_command_kind command; /* that it answers; `tick` if it only follows from other events */
    const struct field *fields;
};
extern const struct command_fields command_fields[CAROM_COMMAND_KINDS];
extern const struct event_fields event_fields[CAROM_EVENT_KINDS];

/* One JSON object on its way into a command, into an event (then with the table before it), or into rules. */
struct field_reader {
    const struct carom_json *json;
    uint32_t object;
    struct carom_command *command; /* NULL: something else is read, as with the next two */
    struct carom_event *event;
    struct carom_game_config *config;
    bool log; /* the rules are those of a log, not of a command */
    const struct carom_table *table;
    struct carom_error *error;
    const struct field *field; /* the one being read */
    bool explained;            /* `error` says already what is wrong with it */
};
struct field_writer {
    struct carom_text *text;
    const struct carom_table *table;
    const struct carom_command *command; /* NULL: something else is written, as with the next two */
    const struct carom_event *event;
    const struct carom_game_config *config;
    bool secrets;              /* with the hidden members */
    const struct field *field; /* the one being written */
};

enum field_type_id {
#define TYPE(name, ...) TYPE_##name,
#include "fields.def"
#undef TYPE
};
/* field_types.c: how a type is read and written; what is wrong when it cannot be read. */
struct field_type {
    bool (*read)(struct field_reader *reader, uint32_t node, void *into);
    void (*write)(const struct field_writer *writer, const void *from);
    int64_t least, most;      /* numbers */
    const char *const *words; /* words, `most` of them */
    enum carom_error_code error, event_error;
};
extern const struct field_type field_types[];

/* Numbers are kept in 8, 16, 32 or 64 bits; words in an enum, which has 32. */
void field_keep_number(const struct field_reader *reader, int64_t number, void *into);
int64_t field_kept_number(const struct field_writer *writer, const void *from);

/* Readers and writers that both files of types use, and those of rules (rule_types.c). */
typedef bool field_read(struct field_reader *reader, uint32_t node, void *into);
typedef void field_write(const struct field_writer *writer, const void *from);
field_read field_read_number, field_read_word;
field_write field_write_number, field_write_word, field_write_flag, field_write_robots;
field_read field_read_preset, field_read_reading, field_read_goal, field_read_extra_robot, field_read_edition;
field_read field_read_hide_chip, field_read_pile, field_read_rolls;
field_read field_read_rule_seed, field_read_rule_board, field_read_rule_robots;
field_write field_write_preset, field_write_goal, field_write_extra_robot, field_write_switch, field_write_hide_chip;
field_write field_write_chosen_word, field_write_pile, field_write_rolls;
field_write field_write_rule_seed, field_write_rule_board, field_write_rule_robots;

#endif
