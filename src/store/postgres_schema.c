/*
 * The PostgreSQL schema and its migrations.
 *
 * As in the SQLite store, every version has a number and a step that leads to it; released steps never change. Several
 * servers may start at once; one of them runs the steps, under an advisory lock, in one transaction. During a rolling
 * upgrade older servers meet a newer schema: `oldest` is the oldest version a program must know to work with it. Steps
 * that only add something leave it unchanged.
 */
#include "postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOCK_SQL "SELECT pg_advisory_xact_lock(1667330671)" /* "caro" */

static const char *const steps[] = {
    /* Version 1. CA001 to CA003 are our own error codes: conflict, gone, gap. */
    "CREATE SCHEMA carom;"
    "CREATE TABLE carom.version (number integer NOT NULL, oldest integer NOT NULL);"
    "INSERT INTO carom.version VALUES (1, 1);"
    "CREATE TABLE carom.tables (id bigint PRIMARY KEY, code text COLLATE \"C\" NOT NULL UNIQUE, created bigint NOT "
    "NULL,"
    " game bigint NOT NULL, over boolean NOT NULL, options text NOT NULL);"
    "CREATE TABLE carom.events (table_id bigint, game bigint, seq bigint, body text NOT NULL,"
    " PRIMARY KEY (table_id, game, seq));"
    "CREATE TABLE carom.seats (table_id bigint, player text COLLATE \"C\", hash bytea NOT NULL,"
    " PRIMARY KEY (table_id, player));"
    "CREATE TABLE carom.leavings (table_id bigint PRIMARY KEY, since timestamptz NOT NULL DEFAULT now());"
    "CREATE FUNCTION carom.need_table(t bigint) RETURNS void LANGUAGE plpgsql AS $$ BEGIN"
    " IF NOT EXISTS (SELECT 1 FROM carom.tables WHERE id = t) THEN RAISE 'gone' USING ERRCODE = 'CA002'; END IF;"
    " END $$;"
    "CREATE FUNCTION carom.put_table(t bigint, c text, m bigint, g bigint, o boolean, p text) RETURNS void"
    " LANGUAGE plpgsql AS $$ BEGIN"
    " INSERT INTO carom.tables AS old (id, code, created, game, over, options) VALUES (t, c, m, g, o, p)"
    " ON CONFLICT (id) DO UPDATE SET game = g, over = o, options = p WHERE old.code = c AND old.created = m;"
    " IF NOT FOUND THEN RAISE 'conflict' USING ERRCODE = 'CA001'; END IF;"
    " END $$;"
    "CREATE FUNCTION carom.put_event(t bigint, g bigint, s bigint, b text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN"
    " IF s = 1 OR NOT EXISTS (SELECT 1 FROM carom.events WHERE table_id = t AND game = g AND seq = s - 1) THEN"
    " PERFORM carom.need_table(t);"
    " IF s > 1 THEN RAISE 'gap' USING ERRCODE = 'CA003'; END IF;"
    " END IF;"
    " INSERT INTO carom.events (table_id, game, seq, body) VALUES (t, g, s, b);"
    " END $$;",
    /* Version 2, for several servers: a server that does not know yet that another game has begun, or that this one
     * is over, cannot overwrite that. */
    "CREATE FUNCTION carom.serve_table(t bigint, c text, m bigint, g bigint, o boolean, p text) RETURNS void"
    " LANGUAGE plpgsql AS $$ BEGIN"
    " INSERT INTO carom.tables AS old (id, code, created, game, over, options) VALUES (t, c, m, g, o, p)"
    " ON CONFLICT (id) DO UPDATE SET game = g, over = o OR (old.over AND old.game = g), options = p"
    " WHERE old.code = c AND old.created = m AND old.game <= g;"
    " IF NOT FOUND THEN RAISE 'conflict' USING ERRCODE = 'CA001'; END IF;"
    " END $$;"
    "CREATE FUNCTION carom.serve_event(t bigint, g bigint, s bigint, b text) RETURNS void"
    " LANGUAGE plpgsql AS $$ BEGIN"
    " IF EXISTS (SELECT 1 FROM carom.tables WHERE id = t AND game > g) THEN"
    " RAISE 'conflict' USING ERRCODE = 'CA001'; END IF;"
    " PERFORM carom.put_event(t, g, s, b);"
    " END $$;",
    /* Version 3, epochs (column `edition`): a server cannot write what it decided on a state that has changed
     * without the log growing, for example after the operator locked the table or removed a name from the log. */
    "ALTER TABLE carom.tables ADD COLUMN edition bigint NOT NULL DEFAULT 0;"
    "ALTER TABLE carom.tables ADD COLUMN retold bigint NOT NULL DEFAULT 0;"
    "CREATE FUNCTION carom.serve_table(t bigint, c text, m bigint, g bigint, o boolean, p text, e bigint) RETURNS void"
    " LANGUAGE plpgsql AS $$ BEGIN"
    " INSERT INTO carom.tables AS old (id, code, created, game, over, options, edition)"
    " VALUES (t, c, m, g, o, p, e)"
    " ON CONFLICT (id) DO UPDATE SET game = g, over = o OR (old.over AND old.game = g), options = p, edition = e"
    " WHERE old.code = c AND old.created = m AND old.game <= g AND old.edition <= e;"
    " IF NOT FOUND THEN RAISE 'conflict' USING ERRCODE = 'CA001'; END IF;"
    " END $$;"
    "CREATE FUNCTION carom.serve_event(t bigint, g bigint, s bigint, b text, e bigint) RETURNS void"
    " LANGUAGE plpgsql AS $$ BEGIN"
    " IF EXISTS (SELECT 1 FROM carom.tables WHERE id = t AND (game > g OR edition > e)) THEN"
    " RAISE 'conflict' USING ERRCODE = 'CA001'; END IF;"
    " PERFORM carom.put_event(t, g, s, b);"
    " END $$;"
    "CREATE FUNCTION carom.retell(t bigint, g bigint, s bigint, b text) RETURNS void"
    " LANGUAGE plpgsql AS $$ BEGIN"
    " UPDATE carom.tables SET edition = edition + 1, retold = retold + 1 WHERE id = t;"
    " UPDATE carom.events SET body = b WHERE table_id = t AND game = g AND seq = s;"
    " END $$;",
    /* Version 4, records; `kind` is an enum store_record_kind. */
    "CREATE TABLE carom.records (kind bigint, owner text COLLATE \"C\", key text COLLATE \"C\", body text NOT NULL,"
    " PRIMARY KEY (kind, owner, key));"
    "CREATE FUNCTION carom.swap_record(k bigint, o text, i text, b text, e text) RETURNS void"
    " LANGUAGE plpgsql AS $$ BEGIN"
    " UPDATE carom.records SET body = b WHERE kind = k AND owner = o AND key = i AND body = e;"
    " IF NOT FOUND THEN RAISE 'conflict' USING ERRCODE = 'CA001'; END IF;"
    " END $$;",
};
#define VERSION_OF_RECORDS 4
#define VERSIONS ((int)(sizeof steps / sizeof steps[0]))

/* Runs a query that returns one number; 0: no row, -1: it failed. */
static int query_int(struct pg_conn *conn, const char *sql)
{
    PGresult *result = pg_query_sql(conn, sql);
    int number = -1;
    if (PQresultStatus(result) == PGRES_TUPLES_OK)
        number = PQntuples(result) == 1 && !PQgetisnull(result, 0, 0) ? atoi(PQgetvalue(result, 0, 0)) : 0;
    PQclear(result);
    return number;
}

/* The schema's version; 0: none yet, -1: not usable. */
static int version_of(struct pg_conn *conn, char fault[STORE_ERROR_SIZE])
{
    const char *encoding = PQparameterStatus(conn->connection, "server_encoding");
    int there = query_int(conn, "SELECT count(*) FROM pg_namespace WHERE nspname = 'carom'");
    int ours =
        there == 1 ? query_int(conn, "SELECT count(*) FROM pg_class WHERE oid = to_regclass('carom.version')") : 0;
    int number = ours == 1 ? query_int(conn, "SELECT number FROM carom.version") : 0;
    int oldest = ours == 1 ? query_int(conn, "SELECT oldest FROM carom.version") : 0;
    bool good = there >= 0 && ours >= 0 && number >= 0 && oldest >= 0;
    if (!good)
        pg_error_text(conn->connection, fault);
    else if ((there == 1 && number == 0) || encoding == NULL || strcmp(encoding, "UTF8") != 0)
        good = store_set_error(fault, STORE_ERROR_NOT_CAROM);
    else if (oldest > VERSIONS)
        good = store_set_error(fault, STORE_ERROR_NEWER);
    conn->has_records = number >= VERSION_OF_RECORDS;
    return good ? number : -1;
}

static bool make_steps(struct pg_conn *conn, int version)
{
    char number[64];
    bool good = true;
    for (int i = version; good && i < VERSIONS; i++)
        good = pg_exec_sql(conn, steps[i]);
    snprintf(number, sizeof number, "UPDATE carom.version SET number = %d", VERSIONS);
    return good && (version >= VERSIONS || pg_exec_sql(conn, number)) && pg_exec_sql(conn, "COMMIT");
}

bool postgres_schema_update(struct pg_conn *conn, char fault[STORE_ERROR_SIZE])
{
    int version = version_of(conn, fault);
    if (version < 0 || version >= VERSIONS)
        return version >= 0;
    bool locked = pg_exec_sql(conn, "BEGIN") && pg_exec_sql(conn, LOCK_SQL);
    version = locked ? version_of(conn, fault) : -1; /* another server may have migrated it meanwhile */
    if (version >= 0 && make_steps(conn, version))
        return true;
    if (!locked || version >= 0) /* otherwise version_of has set the error */
        pg_error_text(conn->connection, fault);
    pg_exec_sql(conn, "ROLLBACK");
    return false;
}

bool postgres_schema_known(struct pg_conn *conn, char fault[STORE_ERROR_SIZE])
{
    int version = version_of(conn, fault);
    return version > 0 || (version == 0 && store_set_error(fault, STORE_ERROR_NOT_CAROM));
}
