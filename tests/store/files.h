/*
 * What the tests of the store share: a folder for each test, and a table to begin with.
 */
#ifndef TEST_STORE_FILES_H
#define TEST_STORE_FILES_H

#include "support.h"

#include "../../src/store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char data_folder[64];
extern char data_path[96]; /* a file in it, which does not exist yet */

int make_folder(void **state);
int remove_folder(void **state);

/* The file as a store, which must work. */
struct store *open_file(void);

struct store_table table_of(int64_t id, const char *code);

/* Somebody else's hand in the file, while nobody has it open: changes it, asks for a number. */
void change_file(const char *sql);
int64_t ask_file(const char *sql);
/* A new file in write-ahead mode, readable by all; ... as carom 0.1.0 left it. */
void make_file(const char *sql);
void make_old_file(void);

#define IN_FOLDER(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

#endif
