/*
 * Folders for the tests of the store.
 */
#include "files.h"

#include <dirent.h>

char data_folder[64];
char data_path[96];

int make_folder(void **state)
{
    (void)state;
    snprintf(data_folder, sizeof data_folder, "/tmp/carom-store-XXXXXX");
    bool made = mkdtemp(data_folder) != NULL;
    snprintf(data_path, sizeof data_path, "%s/data.db", data_folder);
    return made ? 0 : -1;
}

int remove_folder(void **state)
{
    (void)state;
    DIR *folder = opendir(data_folder);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char name[sizeof data_folder + sizeof entry->d_name];
        snprintf(name, sizeof name, "%s/%s", data_folder, entry->d_name);
        unlink(name);
    }
    closedir(folder);
    return rmdir(data_folder);
}

struct store *open_file(void)
{
    char fault[STORE_FAULT_SIZE] = "";
    struct store *store = store_sqlite_open(data_path, fault);
    if (store == NULL)
        print_message("# %s\n", fault);
    assert_non_null(store);
    return store;
}

struct store_table table_of(int64_t id, const char *code)
{
    struct store_table table = {.id = id, .created = 17, .game = 1, .options = "{\"credit\":true}"};
    snprintf(table.code, sizeof table.code, "%s", code);
    return table;
}
