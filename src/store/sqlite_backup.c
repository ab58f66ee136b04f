/*
 * A copy of the data file while a server writes to it.
 *
 * The source is read in one go, in one read transaction: in write-ahead mode that keeps no writer waiting, and (other
 * than copying page by page with pauses) it need not begin again whenever something is committed. The copy gets its
 * name when it is complete and on the disk, and it is one file: it needs nothing beside it to be read.
 */
#include "sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool say(const char *words, char fault[STORE_FAULT_SIZE])
{
    snprintf(fault, STORE_FAULT_SIZE, "%s", words);
    return false;
}

static bool copy_pages(sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (backup == NULL)
        return false;
    int answer = sqlite3_backup_step(backup, -1);
    return sqlite3_backup_finish(backup) == SQLITE_OK && answer == SQLITE_DONE;
}

static bool make_copy(const char *path, const char *part, char fault[STORE_FAULT_SIZE])
{
    sqlite3 *from = NULL;
    sqlite3 *to = NULL;
    bool good = sqlite_connect(path, false, &from);
    if (!good)
        say(sqlite3_errmsg(from), fault);
    good = good && sqlite_schema_known(from, fault);
    if (good) {
        good = sqlite_connect(part, true, &to) && copy_pages(from, to) &&
               sqlite3_exec(to, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL) == SQLITE_OK;
        if (!good)
            say(sqlite3_errmsg(to), fault);
    }
    sqlite3_close(from);
    sqlite3_close(to);
    return good;
}

bool store_sqlite_backup(const char *path, const char *copy, char fault[STORE_FAULT_SIZE])
{
    char part[PATH_MAX];
    if (snprintf(part, sizeof part, "%s-part", copy) >= (int)sizeof part)
        return say(strerror(ENAMETOOLONG), fault);
    if (access(copy, F_OK) == 0)
        return store_refuse(fault, STORE_TROUBLE_EXISTS);
    unlink(part); /* of one that was interrupted */
    if (!sqlite_file_make(part, fault))
        return false;
    bool good = make_copy(path, part, fault);
    if (good && rename(part, copy) != 0)
        good = say(strerror(errno), fault);
    if (!good)
        unlink(part);
    return good;
}
