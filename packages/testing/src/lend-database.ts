import { type Database, openDatabase } from '@bollard/database'
import { addressesOfRoles, type LoginRole } from '@bollard/database/roles'
import { fingerprintOf, type Migrations } from './ensure-template.ts'
import { patience } from './patience.ts'
import type { TestDatabase } from './start-test-database.ts'

export interface Lending {
  readonly migrations: readonly Migrations[]
  /** Most connections of each of its pools. */
  readonly max: number
  /** What else the tests find in it, done once: the same function for all of them, or each gets a database of its own. */
  readonly prepare?: (db: Database) => Promise<void>
}

/** A database as its owner sees it; `close` closes it for all roles. */
export interface RolesDatabase extends Database {
  readonly connectionString: string
  /** The same one as this role signs in to it, with a pool of its own. */
  as(role: LoginRole): Database
}

interface Kept extends Lending {
  readonly fingerprint: string
  readonly db: RolesDatabase
  /** Answers whether it is as it was when it was made. Throws where a test has done to it what it must not. */
  empty(): Promise<boolean>
  /** Who had it last. */
  borrower: Error
  /** What each name of a statement meant so far, to one borrower or the other. */
  readonly meanings: Map<string, string[]>
}

/** By shelf, those that no test uses at the moment. */
const free = new WeakMap<TestDatabase['shelf'], Kept[]>()

/** Longer than most files take: whoever borrows next finds connections that know the database. */
const idleMs = 60_000

/**
 * A database as its migrations leave it, until `close` gives it back: the next test that borrows one of the kind gets the same one, emptied,
 * with connections that know it already, since making either anew takes longer than most tests do. Files that share a process and a server
 * share these, too. Two that are lent at once are two databases. A test that changes the schema, or what migrations have written, makes a
 * database of its own, and one that looks at what connections know asks for a server `apart`; partitions alone may come and go.
 */
export async function lendDatabase(postgres: TestDatabase, lending: Lending): Promise<RolesDatabase> {
  const idle = free.get(postgres.shelf) ?? []
  free.set(postgres.shelf, idle)
  const fingerprint = await fingerprintOf(lending.migrations)
  const kept = (await takeFrom(idle, { ...lending, fingerprint })) ?? (await make(postgres, lending, fingerprint))
  kept.borrower = new Error('It was borrowed here')
  return lend(kept, () => idle.push(kept))
}

/** One that is as good as new, or null. */
async function takeFrom(idle: Kept[], wanted: Lending & { fingerprint: string }): Promise<Kept | null> {
  const at = idle.findLastIndex(
    (one) => one.fingerprint === wanted.fingerprint && one.max === wanted.max && one.prepare === wanted.prepare,
  )
  const [found] = at < 0 ? [] : idle.splice(at, 1)
  if (found === undefined) return null
  const isAsNew = await found.empty().catch(async (error: unknown) => {
    await found.db.close()
    throw error
  })
  if (isAsNew) return found
  await found.db.close()
  return takeFrom(idle, wanted)
}

async function make(postgres: TestDatabase, lending: Lending, fingerprint: string): Promise<Kept> {
  const db = openForRoles(await postgres.createForShelf(...lending.migrations), lending.max)
  if (!postgres.shelf.isLasting) postgres.onStop(() => db.close())
  await lending.prepare?.(db)
  // Without names, as some tests look at what statements the connections know.
  const { rows } = await db.pool.query<{ sql: string }>(emptyingSql)
  const kept: Kept = {
    ...lending,
    fingerprint,
    db,
    borrower: new Error('Nobody has borrowed it'),
    meanings: new Map(),
    async empty() {
      try {
        await db.pool.query(rows[0]?.sql ?? '')
        return true
      } catch (error) {
        if (!(error instanceof Error && 'code' in error)) throw error
        if (error.code === partitionsGone) return false
        kept.borrower.cause = error
        throw new Error('A test has changed a database that others borrow', { cause: kept.borrower })
      }
    },
  }
  return kept
}

/** A database that others have made, with pools of at most `max` connections for its owner and for each role that is asked for. */
export function openForRoles(connectionString: string, max: number): RolesDatabase {
  const addresses = addressesOfRoles(connectionString, 'as whom it signs in, the server does not check')
  const roles = new Map<LoginRole, Database>()
  const owner = open(connectionString, max)
  return {
    ...owner,
    connectionString,
    as(role) {
      const known = roles.get(role) ?? open(addresses[role], max)
      roles.set(role, known)
      return known
    },
    close: async () => void (await Promise.all([owner, ...roles.values()].map((one) => one.close()))),
  }
}

function open(connectionString: string, max: number): Database {
  const db = openDatabase({ connectionString, max, ...patience })
  db.pool.options.idleTimeoutMillis = idleMs
  return db
}

function lend({ db, meanings }: Kept, giveBack: () => void): RolesDatabase {
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
  const named = nameFor(meanings)
  const lent = (one: Database): Omit<Database, 'close'> => ({
    pool: one.pool,
    query: (name: string, text: string, values?: readonly unknown[]) =>
      during(() => one.query<never>(named(name, text), text, values)),
    transaction: (work, limits) =>
      during(() =>
        one.transaction(
          (tx) =>
            work({
              query: (name: string, text: string, values?: readonly unknown[]) =>
                tx.query<never>(named(name, text), text, values),
            }),
          limits,
        ),
      ),
  })
  return {
    ...lent(db),
    connectionString: db.connectionString,
    as: (role) => untilClosed(lent(db.as(role))),
    close: () =>
      (closing ??= (async () => {
        while (running.size > 0) await Promise.allSettled(running)
        giveBack()
      })()),
  }
}

/** A name that meant something else to who borrowed before gets a number; one that means two things to one borrower stays, and fails. */
function nameFor(meanings: Map<string, string[]>): (name: string, text: string) => string {
  const own = new Map<string, string>()
  return (name, text) => {
    // Without a name nothing is kept.
    if (name === '') return name
    const texts = meanings.get(name) ?? []
    meanings.set(name, texts)
    const first = own.get(name) ?? text
    own.set(name, first)
    if (!texts.includes(first)) texts.push(first)
    const at = texts.indexOf(first)
    return at === 0 ? name : `${name} ${at}`
  }
}

/** Refuses after `close` as a pool does, which goes on for others here. */
function untilClosed(db: Omit<Database, 'close'>): Database {
  let isClosed = false
  const unlessClosed = <T>(work: () => Promise<T>): Promise<T> =>
    isClosed ? Promise.reject(new Error('Cannot use a pool after calling end on the pool')) : work()
  return {
    pool: db.pool,
    query: (name: string, text: string, values?: readonly unknown[]) =>
      unlessClosed(() => db.query<never>(name, text, values)),
    transaction: (work, limits) => unlessClosed(() => db.transaction(work, limits)),
    close: async () => void (isClosed = true),
  }
}

/** One of ours, as PostgreSQL has none that begins with an L. */
const partitionsGone = 'L0001'
const own = `relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')`
/** Changes with whatever a test adds, drops or turns off. */
const shape = `(select array[
    (select count(*) from pg_class), (select count(*) from pg_proc), (select count(*) from pg_constraint), (select count(*) from pg_policy),
    (select count(*) from pg_trigger), (select count(*) from pg_trigger where tgenabled = 'O'),
    (select count(*) from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database()))])`
const partitions = `array(select oid::regclass from pg_class where relkind = 'r' and relispartition and ${own})`
const emptyNow = `array(select oid::regclass from pg_class where relkind = 'r' and ${own} and pg_relation_size(oid) = 0)`
/** Numbers that tables which are empty now give to their rows. */
const numbers = `(select jsonb_agg(jsonb_build_object('of', d.objid::regclass, 'last', pg_sequence_last_value(d.objid), 'start', q.seqstart))
    from pg_depend d join pg_sequence q on q.seqrelid = d.objid
    where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i') and d.refobjid = any (${emptyNow}::oid[]))`
/** Of a table that is deleted from rather than truncated, which costs some thirty times as much and has every statement planned anew. */
const bytesMax = 256 * 1024
/**
 * Writes the statement that empties the tables that are empty now, so none in which migrations have written, and has their rows numbered from
 * the beginning. Only files of some length were written to; neither triggers, which guard some tables, nor references hold it up, and it
 * waits for whoever still writes. Partitions that were made since are dropped. It fails where a test has changed the schema, and with
 * `partitionsGone` where partitions of now are missing.
 */
const emptyingSql = `select format($format$do $do$
  declare
    made text;
    written text;
    long text;
    short text;
  begin
    select string_agg(one, ', ') into made from unnest(${partitions}::text[]) one where one <> all (%L::text[]);
    if made is not null then
      execute 'drop table ' || made;
    end if;
    if exists (select from unnest(%L::text[]) one where to_regclass(one) is null) then
      raise exception 'A test has dropped partitions' using errcode = '${partitionsGone}';
    end if;
    if ${shape} <> %L::bigint[] then
      raise exception 'The schema is not that of before';
    end if;
    select string_agg(one::text, ', '), string_agg(one::text, ', ') filter (where pg_relation_size(one) > ${bytesMax}),
        string_agg('delete from ' || one, '; ') filter (where pg_relation_size(one) <= ${bytesMax})
      into written, long, short from unnest(%L::regclass[]) one where pg_relation_size(one) > 0;
    if written is not null then
      perform set_config('session_replication_role', 'replica', true);
      execute 'lock table ' || written || ' in access exclusive mode';
    end if;
    if long is not null then
      execute 'truncate ' || long || ' cascade';
    end if;
    if short is not null then
      execute short;
    end if;
    perform setval(one.of::regclass, coalesce(one.last, one.start), one.last is not null)
      from jsonb_to_recordset(%L::jsonb) one (of text, last bigint, start bigint)
      where pg_sequence_last_value(one.of::regclass) is distinct from one.last;
  end $do$$format$, ${partitions}, ${partitions}, ${shape}, ${emptyNow}, ${numbers}) as sql`
