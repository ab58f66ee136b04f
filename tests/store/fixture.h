/*
 * What the tests of the store share: a folder for each test, and a table to begin with.
 */
#ifndef TESTS_STORE_FIXTURE_H
#define TESTS_STORE_FIXTURE_H

#include "support.h"

#include "../../src/store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char data_folder[64];
extern char data_path[96]; /* a file in it, which does not exist yet */
/* The store that is tested: that file, or the database CAROM_TEST_POSTGRES (tests/store/with-postgres), empty. */
extern const char *data_name;

int make_folder(void **state);
int remove_folder(void **state);

/* A store, which must work: the file, or whatever is tested. */
struct store *open_file(void);
struct store *open_data(void);

struct store_table table_of(int64_t id, const char *code);
/* Another table in the store, called T and its number. */
void lay_table(struct store *store, int64_t id);

/* Somebody else's hand in the file, while nobody has it open: changes it, asks for a number. */
void change_file(const char *sql);
int64_t ask_file(const char *sql);
/* A new file in write-ahead mode, readable by all; ... as carom 0.1.0 left it. */
void make_file(const char *sql);
void make_file_from(const char *path); /* of SQL */
void make_old_file(void);

/* Notes the seq of each event in a uint32_t; how many events the first game of a table has, which must be readable. */
bool keep_last(void *context, uint32_t seq, const char *text, size_t length);
uint32_t length_of(struct store *store, int64_t table);

/* Plain SQL in the database; its first number. */
int64_t ask_postgres(const char *sql);

#define IN_FOLDER(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

#endif
