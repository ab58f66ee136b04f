/*
 * Backup of the data file while a server writes to it, and restoring one.
 *
 * The source is read in one read transaction: in write-ahead mode that blocks no writer and, unlike copying page by
 * page with pauses, need not start over when something is committed. The copy gets its name when it is complete and on
 * disk, and it is a single file.
 */
#include "sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool set_error(const char *words, char fault[STORE_ERROR_SIZE])
{
    snprintf(fault, STORE_ERROR_SIZE, "%s", words);
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

static bool make_copy(const char *path, const char *part, char fault[STORE_ERROR_SIZE])
{
    sqlite3 *from = NULL;
    sqlite3 *to = NULL;
    bool good = sqlite_connect(path, false, &from);
    if (!good)
        sqlite_set_error(from, fault);
    good = good && sqlite_schema_known(from, fault);
    if (good) {
        good = sqlite_connect(part, true, &to) && copy_pages(from, to) &&
               sqlite3_exec(to, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL) == SQLITE_OK;
        if (!good)
            sqlite_set_error(to, fault);
    }
    sqlite3_close(from);
    sqlite3_close(to);
    return good;
}

/* Makes the name of a sibling file. */
static bool name_beside(char name[PATH_MAX], const char *path, const char *ending, char fault[STORE_ERROR_SIZE])
{
    return snprintf(name, PATH_MAX, "%s%s", path, ending) < PATH_MAX || set_error(strerror(ENAMETOOLONG), fault);
}

bool store_sqlite_backup(const char *path, const char *copy, char fault[STORE_ERROR_SIZE])
{
    char part[PATH_MAX];
    if (!name_beside(part, copy, "-part", fault))
        return false;
    if (access(copy, F_OK) == 0)
        return store_set_error(fault, STORE_ERROR_EXISTS);
    unlink(part); /* left by an interrupted backup */
    if (!sqlite_file_create(part, fault))
        return false;
    bool good = make_copy(path, part, fault);
    if (good && rename(part, copy) != 0)
        good = set_error(strerror(errno), fault);
    if (!good)
        unlink(part);
    return good;
}

/* ---- restoring ---- */

/* The owner of the existing data or else of the folder. A server with a user of its own could not open a file
 * created by root. */
static bool owner_of(const char *path, struct stat *owner, char fault[STORE_ERROR_SIZE])
{
    char folder[PATH_MAX];
    if (stat(path, owner) == 0)
        return true;
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash == NULL ? 1 : (int)(slash - path + 1), slash == NULL ? "." : path);
    return stat(folder, owner) == 0 || set_error(strerror(errno), fault);
}

static bool give(const char *path, const struct stat *owner, char fault[STORE_ERROR_SIZE])
{
    struct stat now;
    bool good = stat(path, &now) == 0 && ((now.st_uid == owner->st_uid && now.st_gid == owner->st_gid) ||
                                          chown(path, owner->st_uid, owner->st_gid) == 0);
    return good || set_error(strerror(errno), fault);
}

/* Folds the old file's write-ahead log into it, because it would be taken for the new file's. */
static void fold_wal(const char *path)
{
    static const char *const endings[] = {"-wal", "-shm"};
    char name[PATH_MAX], ignored[STORE_ERROR_SIZE];
    sqlite3 *old = NULL;
    if (sqlite_connect(path, true, &old))
        sqlite3_exec(old, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    sqlite3_close(old);
    for (size_t i = 0; i < 2; i++)
        if (name_beside(name, path, endings[i], ignored))
            unlink(name);
}

/* Moves the new file into place and keeps the old one. */
static bool replace(const char *path, const char *part, bool *replaced, char fault[STORE_ERROR_SIZE])
{
    char before[PATH_MAX];
    if (!name_beside(before, path, STORE_REPLACED, fault))
        return false;
    *replaced = access(path, F_OK) == 0;
    if (*replaced)
        fold_wal(path);
    if (*replaced && rename(path, before) != 0)
        return set_error(strerror(errno), fault);
    if (rename(part, path) == 0)
        return true;
    set_error(strerror(errno), fault);
    if (*replaced)
        rename(before, path);
    return false;
}

bool store_sqlite_restore(const char *copy, const char *path, bool *replaced, char fault[STORE_ERROR_SIZE])
{
    char part[PATH_MAX], lock_name[PATH_MAX];
    struct stat owner;
    int lock = -1;
    if (!name_beside(part, path, "-part", fault) || !name_beside(lock_name, path, "-lock", fault) ||
        !owner_of(path, &owner, fault))
        return false;
    bool good = sqlite_file_lock(&lock, path, fault) && give(lock_name, &owner, fault);
    if (good) {
        unlink(part); /* left by an interrupted restore */
        good = sqlite_file_create(part, fault) && make_copy(copy, part, fault) && give(part, &owner, fault) &&
               replace(path, part, replaced, fault);
        if (!good)
            unlink(part);
    }
    sqlite_file_unlock(lock);
    return good;
}
