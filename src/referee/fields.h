/*
 * Commands and events as tables of JSON members (fields.def), and the reader and writer that follow them.
 */
#ifndef REFEREE_FIELDS_H
#define REFEREE_FIELDS_H

#include "json_fields.h"

enum field_flags {
    OPTIONAL = 1,
    HIDDEN = 2,
    RICOCHET = 4,
    MICRO = 8,
    SOLO = 16,
    FROM_SERVER = 32,
};

struct field {
    const char *key; /* NULL: behind the last one */
    uint8_t type;    /* enum field_type_id */
    uint8_t flags;
    uint16_t offset; /* of the member in struct carom_command or struct carom_event */
    uint16_t size;
};

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

/* One JSON object on its way into a command, or into an event (then with the table before it). */
struct field_reader {
    const struct carom_json *json;
    uint32_t object;
    struct carom_command *command; /* NULL: an event */
    struct carom_event *event;
    const struct carom_table *table;
    struct carom_error *error;
    const struct field *field; /* the one being read */
    bool explained;            /* `error` says already what is wrong with it */
};
struct field_writer {
    struct carom_text *text;
    const struct carom_table *table;
    const struct carom_command *command; /* NULL: an event */
    const struct carom_event *event;
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

#endif
