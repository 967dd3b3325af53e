import { type Database, openDatabase } from '@bollard/database'
import type { Migrations } from './ensure-template.ts'
import { patience } from './patience.ts'
import type { TestDatabase } from './start-test-database.ts'

export interface LentDatabase {
  readonly migrations: readonly Migrations[]
  /** Most connections of its pool. */
  readonly max: number
  /** What else the tests of the file find in it, done once. */
  readonly prepare?: (db: Database) => Promise<void>
}

interface Kept {
  readonly db: Database
  readonly empty: () => Promise<void>
}

/** Of each file, those that no test uses at the moment. */
const free = new WeakMap<TestDatabase, Kept[]>()

/**
 * A database as its migrations leave it, until `close` gives it back: the next test of the file gets the same one, emptied, with
 * connections that know it already, since making either anew takes longer than most tests do. Two that are lent at once are two
 * databases. All that one file borrows is of one kind. A test that changes the schema, or what migrations have written, makes a
 * database of its own.
 */
export async function lendDatabase(postgres: TestDatabase, kind: LentDatabase): Promise<Database> {
  const idle = free.get(postgres) ?? []
  free.set(postgres, idle)
  const used = idle.pop()
  await used?.empty()
  const kept = used ?? (await make(postgres, kind))
  return lend(kept, () => idle.push(kept))
}

async function make(postgres: TestDatabase, { migrations, max, prepare }: LentDatabase): Promise<Kept> {
  const db = openDatabase({ connectionString: await postgres.createDatabase(...migrations), max, ...patience })
  postgres.onStop(() => db.close())
  await prepare?.(db)
  // Without names, as some tests look at what statements the connections know.
  const { rows } = await db.pool.query<{ sql: string }>(emptyingSql)
  return { db, empty: async () => void (await db.pool.query(rows[0]?.sql ?? '')) }
}

function lend({ db }: Kept, giveBack: () => void): Database {
  const running = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closing) throw new Error('The test that borrowed this database has given it back')
    const begun = work()
    running.add(begun)
    try {
      return await begun
    } finally {
      running.delete(begun)
    }
  }
  return {
    pool: db.pool,
    query: (name: string, text: string, values?: readonly unknown[]) =>
      during(() => db.query<never>(name, text, values)),
    transaction: (work, limits) => during(() => db.transaction(work, limits)),
    close: () =>
      (closing ??= (async () => {
        while (running.size > 0) await Promise.allSettled(running)
        giveBack()
      })()),
  }
}

const shape = '(select count(*) from pg_class) + (select count(*) from pg_proc) + (select count(*) from pg_trigger)'
/**
 * Writes the statement that empties the tables that are empty now, so none in which migrations have written. Only files of some
 * length were written to; neither triggers, which guard some tables, nor references hold it up. It fails where a test has changed
 * the schema.
 */
const emptyingSql = `select format($format$do $do$
  declare
    written text;
  begin
    if ${shape} <> %s then
      raise exception 'A test has changed the schema of a database that others borrow';
    end if;
    select string_agg(one::text, ', ') into written from unnest(%L::regclass[]) one where pg_relation_size(one) > 0;
    if written is not null then
      perform set_config('session_replication_role', 'replica', true);
      execute 'truncate ' || written || ' restart identity cascade';
    end if;
  end $do$$format$, ${shape}, array(
    select oid::regclass from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema') and pg_relation_size(oid) = 0)) as sql`
